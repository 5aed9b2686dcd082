// help.js: the rules: the current phase, what the player can do in it, and the rest of the game. docs/rules.md
// has the full rules.

import {el, fill} from '../core/dom.js';
import {t, hasText} from '../core/i18n.js';

const PHASES = {
    whitechapel: [
        'hideout',
        'women',
        'patrols',
        'letter',
        'move_patrols',
        'kill',
        'wretched',
        'reveal',
        'move',
        'graffito',
        'goulston',
        'walk',
        'false_clue',
        'act',
    ],
    whitehall: ['discoveries', 'start', 'deploy', 'reclaim', 'move', 'walk', 'act'],
};
const ONLY_WITH = {
    letter: 'letters',
    move_patrols: 'letters',
    graffito: 'letters',
    goulston: 'letters',
    false_clue: 'false_clues',
    reclaim: 'newspaper_fabrications',
};
const SIGNS = {
    whitechapel: [
        'circle',
        'red',
        'crossing',
        'yellow',
        'pawn',
        'patrol',
        'woman',
        'crime',
        'clue',
        'false_clue',
    ],
    whitehall: ['circle', 'white', 'blue', 'crossing', 'yellow', 'pawn', 'discovery', 'clue'],
};

/** Returns the text for this game if there is one, otherwise the one for both games. */
const forGame = (key, game) => t(hasText(`${key}.${game}`) ? `${key}.${game}` : key);

const phaseText = (phase, game) => forGame('help.phase.' + phase, game);

const details = (title, content, attributes = {}) =>
    el('details', attributes, el('summary', {}, title), content);

export function createHelp() {
    const element = el('div', {class: 'help-panel'});
    let drawn = '';
    let keysOpen = false;

    /** Redraws only if something has changed, so that opened sections stay open. */
    function update(view) {
        const {game, phase, options, you} = view;
        const state = [game, phase, you.role, options.join()].join('/');
        if (state === drawn) {
            return;
        }
        drawn = state;
        const phases = PHASES[game].filter(
            (name) => !(name in ONLY_WITH) || options.includes(ONLY_WITH[name]),
        );
        const role = you.role === 'jack' ? 'jack' : you.role === 'detective' ? 'police' : 'public';
        fill(
            element,
            el(
                'section',
                {class: 'help-now'},
                el('h2', {}, t('help.now', {phase: t('phase.' + phase)})),
                el('p', {}, phaseText(phase, game)),
                hasText(`help.may.${phase}.${role}`) &&
                    el('p', {}, el('strong', {}, t('help.you_may'), ' '), t(`help.may.${phase}.${role}`)),
            ),
            el(
                'p',
                {},
                el('a', {href: `/learn/${game}`, target: '_blank', rel: 'noopener', 'data-action': 'learn'}, t('learn.title')),
                ' · ',
                el('a', {href: '/learn/glossary', target: '_blank', rel: 'noopener'}, t('learn.glossary')),
            ),
            el('section', {}, el('h2', {}, t('help.goal')), el('p', {}, t(`help.goal.${game}.${role}`))),
            details(
                t('help.order'),
                el(
                    'ol',
                    {class: 'help-phases'},
                    phases.map((name) =>
                        el(
                            'li',
                            {
                                class: name === phase ? 'now' : '',
                                'aria-current': name === phase ? 'step' : null,
                            },
                            el('strong', {}, t('phase.' + name)),
                            ' ',
                            phaseText(name, game),
                        ),
                    ),
                ),
            ),
            details(
                t('help.moves'),
                el(
                    'dl',
                    {},
                    [
                        'move',
                        'coach',
                        'alley',
                        ...(game === 'whitehall' ? ['boat'] : []),
                        'search',
                        'arrest',
                    ].map((name) => [
                        el('dt', {}, t('help.name.' + name)),
                        el('dd', {}, forGame('help.what.' + name, game)),
                    ]),
                ),
            ),
            options.length > 0 &&
                details(
                    t('help.options'),
                    el(
                        'dl',
                        {},
                        options.map((name) => [
                            el('dt', {}, t('option.' + name)),
                            el('dd', {}, forGame('help.option.' + name, game)),
                        ]),
                    ),
                ),
            details(t('help.ends'), el('p', {}, t('help.ends.' + game))),
            details(t('help.knows'), el('p', {}, t('help.knows.' + game))),
            details(
                t('help.map'),
                el(
                    'ul',
                    {},
                    SIGNS[game].map((name) => el('li', {}, t('help.sign.' + name))),
                ),
            ),
            details(
                t('help.keys'),
                el(
                    'ul',
                    {},
                    ['board', 'targets', 'enter', 'escape', 'list', 'hint', 'secrets', 'takeback', 'help'].map((name) =>
                        el('li', {}, t('help.key.' + name)),
                    ),
                ),
                {'data-help': 'keys', open: keysOpen},
            ),
        );
    }

    return {
        element,
        update,
        /** Unfolds the list of keys and moves the focus there. */
        showKeys() {
            const keys = element.querySelector('[data-help=keys]');
            keysOpen = true;
            keys.open = true;
            keys.scrollIntoView({block: 'nearest'});
            keys.querySelector('summary').focus();
        },
    };
}
