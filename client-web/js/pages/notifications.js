// notifications.js: where and when the player wants to be notified: this browser, e-mail, a webhook; which events; quiet
// hours. The panel is shown only if the server sends notifications.

import {button} from '../core/controls.js';
import {el, fill, keepingFocus, newId} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {language} from '../core/i18n.js';
import {ownZone} from '../core/time_zone.js';
import {currentEndpoint, pushReady, subscribeToPush, unsubscribeFromPush} from '../net/push.js';

const EVENTS = ['turn', 'invite', 'over', 'chat', 'clock'];
const FORMATS = ['discord', 'slack', 'matrix', 'ntfy', 'json'];
const NIGHT = {from: 22 * 60, until: 8 * 60};

/** Quiet hours are in the time zone of this browser; its offset is for servers that don't know the zone. */
const inOwnZone = ({from, until}) => ({from, until, zone: -new Date().getTimezoneOffset(), time_zone: ownZone()});
const clock = (minutes) => new Date(Date.UTC(1970, 0, 1, 0, minutes)).toISOString().slice(11, 16);
const minutes = (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

/** Creates the panel: {element}. It stays empty until the server has said what it offers. */
export function notificationsPanel(context) {
    const {net, t, announce} = context;
    const error = errorLine();
    const body = el('div', {class: 'notifications-body'});
    const element = el(
        'details',
        {class: 'notifications', hidden: true, 'data-panel': 'notifications'},
        el('summary', null, t('notify.title')),
        body,
        error,
    );
    let state = null;
    let endpoint = null;
    let isPushReady = false;
    let pushButton = null; // null if it is not offered

    /** Sends a request; every one of them answers with the new state. */
    async function change(verb, keys, control) {
        const ok = await submit({button: control, error, work: () => net.request(verb, keys)});
        if (ok !== undefined) {
            state = ok;
            endpoint = await currentEndpoint();
            keepingFocus(body, draw);
        }
        return ok !== undefined;
    }

    async function addPush(control) {
        const keys = await subscribeToPush(state.key);
        if (keys === null) {
            error.textContent = t('notify.push.denied');
        } else {
            await change('subscribe', {...keys, language: language()}, control);
        }
    }

    async function remove({channel, kind, address}, control) {
        if (kind === 'push') {
            await unsubscribeFromPush(address);
        }
        if (await change('unsubscribe', {channel}, control)) {
            announce(t('notify.removed'));
        }
    }

    /** The rest of a webhook's URL is a secret. */
    function nameOf({kind, address}) {
        if (kind === 'push') {
            return t(address === endpoint ? 'notify.push.here' : 'notify.push.elsewhere');
        }
        return kind === 'mail' ? address : `${new URL(address).host}/…`;
    }

    /** An e-mail address that waits for its code. */
    function codeForm({channel}) {
        const id = newId('code');
        const input = el('input', {id, required: true, autocomplete: 'one-time-code', maxLength: 20, 'data-key': id});
        const control = button({type: 'submit', 'data-action': 'confirm'}, t('notify.confirm'));
        return el(
            'form',
            {
                class: 'field',
                onsubmit: (event) => {
                    event.preventDefault();
                    change('confirm', {channel, code: input.value}, control);
                },
            },
            el('label', {htmlFor: id}, t('notify.code')),
            el('div', {class: 'row'}, input, control),
        );
    }

    function channelRow(channel) {
        const control = button(
            {
                class: 'small',
                'data-action': 'remove-channel',
                'aria-label': t('notify.remove.one', {name: nameOf(channel)}),
                onclick: () => remove(channel, control),
            },
            t('notify.remove'),
        );
        return el(
            'li',
            {'data-channel': channel.kind},
            el(
                'div',
                {class: 'row'},
                el('span', {class: 'channel-name'}, nameOf(channel)),
                channel.format !== undefined && el('span', {class: 'soft'}, t(`notify.format.${channel.format}`)),
                control,
            ),
            !channel.confirmed && codeForm(channel),
        );
    }

    /** A form for an address of one kind; `more` are other fields. */
    function addressForm({kind, type, more = null, keys = () => ({})}) {
        const id = newId(kind);
        const input = el('input', {id, type, required: true, placeholder: t(`notify.${kind}.example`)});
        const control = button({type: 'submit', 'data-action': `add-${kind}`}, t('notify.add'));
        return el(
            'form',
            {
                class: 'field',
                onsubmit: async (event) => {
                    event.preventDefault();
                    const address = input.value.trim();
                    await change('subscribe', {kind, address, language: language(), ...keys()}, control);
                },
            },
            el('label', {htmlFor: id}, t(`notify.${kind}`)),
            el('div', {class: 'row'}, input, more, control),
        );
    }

    function webhookForm() {
        const format = el(
            'select',
            {'aria-label': t('notify.format')},
            FORMATS.map((one) => el('option', {value: one}, t(`notify.format.${one}`))),
        );
        const keys = () => ({format: format.value});
        return addressForm({kind: 'webhook', type: 'url', more: format, keys});
    }

    function places() {
        const subscribed = state.channels.some(({address}) => address === endpoint);
        const how = {'data-action': 'add-push', hidden: !isPushReady, onclick: () => addPush(pushButton)};
        const offersPush = state.offers.includes('push') && !subscribed;
        pushButton = offersPush ? button(how, t('notify.push.add')) : null;
        return el(
            'fieldset',
            null,
            el('legend', null, t('notify.where')),
            el('ul', {class: 'channels'}, state.channels.map(channelRow)),
            pushButton,
            state.offers.includes('mail') && addressForm({kind: 'mail', type: 'email'}),
            state.offers.includes('webhook') && webhookForm(),
        );
    }

    function choice({text, checked, name, onchange}) {
        const id = newId('notify');
        return el(
            'div',
            {class: 'choice'},
            el('input', {type: 'checkbox', id, checked, 'data-notify': name, 'data-key': `notify-${name}`, onchange}),
            el('label', {htmlFor: id}, text),
        );
    }

    /** Sends the choice made with a checkbox. All of them are disabled until it is answered, because it replaces theirs. */
    async function choose(box, keys) {
        const hadFocus = document.activeElement === box;
        let isDrawn = false;
        body.querySelectorAll('input[type=checkbox]').forEach((one) => {
            one.disabled = true;
        });
        try {
            isDrawn = await change('notify', keys);
        } finally {
            if (!isDrawn) {
                draw();
            }
            if (hadFocus && !body.contains(document.activeElement)) {
                body.querySelector(`[data-key="${box.dataset.key}"]`)?.focus({preventScroll: true});
            }
        }
    }

    const chooseEvent = (event, box) =>
        choose(box, {events: EVENTS.filter((one) => (one === event ? box.checked : state.events.includes(one)))});

    function events() {
        return el(
            'fieldset',
            null,
            el('legend', null, t('notify.events')),
            EVENTS.map((event) =>
                choice({
                    text: t(`notify.event.${event}`),
                    checked: state.events.includes(event),
                    name: event,
                    onchange: ({target}) => chooseEvent(event, target),
                }),
            ),
            el('p', {class: 'soft'}, t('notify.once')),
        );
    }

    function time(end) {
        const id = newId(end);
        return el(
            'span',
            {class: 'field'},
            el('label', {htmlFor: id}, t(`notify.quiet.${end}`)),
            el('input', {
                id,
                type: 'time',
                required: true,
                value: clock(state.quiet[end]),
                'data-key': `quiet-${end}`,
                'data-notify': `quiet-${end}`,
                onchange: ({target}) =>
                    target.value !== '' &&
                    change('notify', {quiet: inOwnZone({...state.quiet, [end]: minutes(target.value)})}),
            }),
        );
    }

    function quiet() {
        const on = state.quiet.from !== state.quiet.until;
        return el(
            'fieldset',
            null,
            el('legend', null, t('notify.quiet')),
            choice({
                text: t('notify.quiet.on'),
                checked: on,
                name: 'quiet',
                onchange: ({target}) =>
                    choose(target, {quiet: inOwnZone(target.checked ? NIGHT : {from: 0, until: 0})}),
            }),
            on && el('div', {class: 'row'}, time('from'), time('until')),
        );
    }

    function draw() {
        fill(body, el('p', {class: 'soft'}, t('notify.about')), places(), state.channels.length > 0 && [events(), quiet()]);
    }

    /** Quiet hours are stored with the time zone, which changes when the player travels. */
    const zoneChanged = () => state.quiet.from !== state.quiet.until && state.quiet.time_zone !== ownZone();

    async function load() {
        try {
            state = await net.request('notify');
            endpoint = await currentEndpoint();
            const wanted = {
                ...(state.language !== language() && {language: language()}),
                ...(zoneChanged() && {quiet: inOwnZone(state.quiet)}),
            };
            if (state.channels.length > 0 && Object.keys(wanted).length > 0) {
                state = await net.request('notify', wanted);
            }
        } catch (refusal) {
            if (refusal.name !== 'Refusal') {
                throw refusal;
            }
            return;
        }
        element.hidden = state.offers.length === 0;
        draw();
    }
    load();
    // On a first visit the service worker is installed after the page is drawn. What the player has typed remains.
    pushReady().then(() => {
        isPushReady = true;
        if (pushButton !== null) {
            pushButton.hidden = false;
        }
    });
    return {element};
}
