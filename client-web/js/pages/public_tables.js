// public_tables.js: the public tables on the front page, page by page, by game and state. The server pushes each change
// from then on. The map of a table in progress is shown above the list.

import {button, selectField} from '../core/controls.js';
import {el, fill, keepingFocus} from '../core/dom.js';
import {plural} from '../core/i18n.js';
import {withPlayer} from '../net/presence.js';
import {createLiveMap} from './live_map.js';
import {inOrder, tableList} from './table_list.js';

const FEW = 8; // as many tables need no filters

/**
 * Shows the tables in `root` and the map in `live`.
 * @returns {() => void}  stops it
 */
export function showPublicTables(root, live, context) {
    const {net, t, announce} = context;
    const map = createLiveMap(live, context);
    const listPlace = el('div');
    const filters = filterRow();
    const tables = new Map(); // id → {table, turn}
    const filter = {game: '', state: ''};
    let known = false;
    let more = null; // where the next page starts, or null
    let request = 0; // counts requests, so that a late answer does not replace a later one

    const isMine = ({table}) => table.seats.some((seat) => seat.player === net.player?.player);
    const isFiltered = () => filter.game !== '' || filter.state !== '';
    const matches = (table) =>
        ['game', 'state'].every((name) => filter[name] === '' || filter[name] === table[name]);

    function filterRow() {
        const select = (name, label, choices) =>
            selectField({
                label,
                choices: [['', t(`front.${name}.any`)], ...choices],
                value: '',
                'data-filter': name,
                onchange: ({target}) => {
                    filter[name] = target.value;
                    load().catch(() => {});
                },
            });
        const games = ['whitechapel', 'whitehall'].map((game) => [game, t(`game.${game}`)]);
        const states = ['open', 'running'].map((state) => [state, t(`front.state.${state}`)]);
        return el(
            'div',
            {class: 'table-filters', role: 'group', 'aria-label': t('front.filter'), hidden: true},
            select('game', t('solo.game'), games),
            select('state', t('front.state'), states),
        );
    }

    function show() {
        const others = known ? [...tables.values()].filter((one) => !isMine(one)) : null;
        const none = t(isFiltered() ? 'front.public.no_match' : 'front.public.none');
        filters.hidden = !isFiltered() && more === null && (others?.length ?? 0) <= FEW;
        keepingFocus(listPlace, () =>
            fill(
                listPlace,
                tableList({name: 'public', tables: others, none}, context),
                more !== null &&
                    button(
                        {key: 'more-tables', 'data-action': 'more-tables', onclick: loadMore},
                        t('front.public.more'),
                    ),
            ),
        );
        map.update(inOrder(others ?? [], net.player?.player).find(({table}) => table.state === 'running')?.table);
    }

    /** Requests a page. Returns its tables, or null if another one was requested in the meantime. */
    async function loadPage(before) {
        const mine = ++request;
        const wanted = Object.entries({...filter, before}).filter(([, value]) => value !== '');
        const ok = await net.backgroundRequest('tables', Object.fromEntries(wanted));
        if (mine !== request) {
            return null;
        }
        known = true;
        more = ok.more ?? null;
        return ok.tables;
    }

    async function load() {
        const loaded = await loadPage('');
        if (loaded !== null) {
            tables.clear();
            loaded.forEach((one) => tables.set(one.table.id, one));
            show();
        }
    }

    async function loadMore({currentTarget}) {
        currentTarget.setAttribute('aria-busy', 'true');
        const loaded = await loadPage(more).catch(() => null);
        if (loaded === null) {
            currentTarget.removeAttribute('aria-busy');
            return;
        }
        loaded.forEach((one) => tables.set(one.table.id, one));
        show();
        announce(plural('front.public.loaded', loaded.length));
        const [first] = inOrder(loaded, net.player?.player);
        listPlace.querySelector(`[data-key="table-${first?.table.id}"]`)?.focus();
    }

    function changed({table, gone}) {
        if (gone !== undefined || !matches(table)) {
            tables.delete(gone ?? table.id);
        } else {
            tables.set(table.id, {table, turn: tables.get(table.id)?.turn ?? []});
        }
        show();
    }

    function playerChanged(push) {
        for (const [id, one] of tables) {
            tables.set(id, {...one, table: withPlayer(one.table, push)});
        }
        show();
    }

    fill(root, filters, listPlace);
    show();
    load().catch(() => {}); // refused only if another player takes over, and then the page is redrawn
    const off = [
        net.on('tables', changed),
        net.on('player', playerChanged),
        net.on('state', (state) => state === 'open' && known && load().catch(() => {})),
        map.stop,
    ];
    return () => off.forEach((one) => one());
}
