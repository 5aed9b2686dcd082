// settings.js: the settings menu: language, theme, alerts and sounds. All settings are stored in this browser.

import {selectField} from './controls.js';
import {el, fill, keepingFocus, newId, svg} from './dom.js';
import {LANGUAGES, language, setLanguage} from './i18n.js';

const THEMES = ['auto', 'dark', 'light'];
const ALERTS = ['title', 'sound', 'notify'];

/** Applies the chosen or the system's theme, now and whenever the system's theme changes. */
export function createTheme(storage) {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    function show() {
        const wanted = storage.get('theme', 'auto');
        const theme = wanted === 'auto' ? (system.matches ? 'dark' : 'light') : wanted;
        document.documentElement.dataset.theme = theme;
        // The browser's own bars follow the theme that was chosen here, not the system's.
        const colour = getComputedStyle(document.documentElement).getPropertyValue('--page').trim();
        document.querySelectorAll('meta[name=theme-color]').forEach((meta) => meta.setAttribute('content', colour));
    }
    system.addEventListener('change', show);
    storage.on('theme', show);
    show();
    return {
        get: () => storage.get('theme', 'auto'),
        set(theme) {
            storage.set('theme', theme);
            show();
        },
    };
}

const setting = ({name, onchange, ...field}) =>
    selectField({
        'data-setting': name,
        'data-key': name,
        onchange: (event) => onchange(event.target.value),
        ...field,
    });

function alertChoices({t, alerts}) {
    const error = el('p', {class: 'error', role: 'alert'});
    async function change(name, box) {
        error.textContent = '';
        if (!(await alerts.set(name, box.checked))) {
            box.checked = false;
            error.textContent = t('settings.alert.denied');
        }
    }
    return el(
        'fieldset',
        null,
        el('legend', null, t('settings.alerts')),
        ALERTS.map((name) => {
            const id = newId('alert');
            const box = el('input', {
                type: 'checkbox',
                id,
                checked: alerts.isOn(name),
                'data-setting': `alert-${name}`,
                onchange: () => change(name, box),
            });
            return el(
                'div',
                {class: 'choice'},
                box,
                el('label', {htmlFor: id}, t(`settings.alert.${name}`)),
            );
        }),
        error,
    );
}

/** The sounds of the game, and the volume of all sounds. */
function soundChoices({t, sounds}) {
    const [box, range] = [newId('sounds'), newId('volume')];
    const volume = el('input', {
        type: 'range',
        id: range,
        min: 0,
        max: 100,
        step: 5,
        value: sounds.volume(),
        'data-setting': 'volume',
        'data-key': 'volume',
        onchange: () => {
            sounds.setVolume(Number(volume.value));
            sounds.ring('clue');
        },
    });
    return el(
        'fieldset',
        null,
        el('legend', null, t('settings.sounds')),
        el(
            'div',
            {class: 'choice'},
            el('input', {
                type: 'checkbox',
                id: box,
                checked: sounds.isOn(),
                'data-setting': 'sounds',
                onchange: (event) => sounds.setOn(event.target.checked),
            }),
            el('label', {htmlFor: box}, t('settings.sounds.game')),
        ),
        el(
            'div',
            {class: 'volume'},
            el('label', {htmlFor: range}, t('settings.volume')),
            volume,
            el(
                'button',
                {
                    type: 'button',
                    class: 'small',
                    'data-setting': 'try-sound',
                    onclick: () => sounds.ring('turn'),
                },
                t('settings.try_sound'),
            ),
        ),
    );
}

/** How the game is played on this device. */
function gameChoices({t, storage}) {
    const choice = (setting, key, text) => {
        const id = newId(setting);
        return [
            el(
                'div',
                {class: 'choice'},
                el('input', {
                    type: 'checkbox',
                    id,
                    checked: storage.get(key, false),
                    'data-setting': setting,
                    onchange: (event) => storage.set(key, event.target.checked),
                }),
                el('label', {htmlFor: id}, t(text)),
            ),
            el('p', {class: 'soft'}, t(`${text}.about`)),
        ];
    };
    return el(
        'fieldset',
        null,
        el('legend', null, t('settings.game')),
        choice('one-tap', 'act.one_tap', 'settings.one_tap'),
        choice('forced', 'act.forced', 'settings.forced'),
    );
}

const TEETH = 8;

/** Draws the icon of the menu button. */
function cog() {
    const teeth = Array.from({length: TEETH}, (_, i) =>
        svg('rect', {
            x: -1.6,
            y: -10,
            width: 3.2,
            height: 4,
            rx: 0.8,
            transform: `rotate(${(360 / TEETH) * i})`,
        }),
    );
    return svg(
        'svg',
        {class: 'cog', viewBox: '-11 -11 22 22', 'aria-hidden': 'true'},
        svg('circle', {r: 5.6, class: 'cog-ring'}),
        teeth,
    );
}

/** Creates the menu button and the panel it opens: {element, relabel()}. */
export function settingsMenu({t, alerts, sounds, storage, theme}) {
    const id = newId('settings');
    const name = el('span', {class: 'visually-hidden'});
    const panel = el('div', {id, class: 'panel settings', hidden: true, role: 'group'});
    const button = el(
        'button',
        {
            type: 'button',
            class: 'bare',
            'aria-expanded': 'false',
            'aria-controls': id,
            'data-action': 'settings',
            onclick: () => toggle(panel.hidden),
        },
        cog(),
        name,
    );
    const element = el('div', null, button, panel);

    function toggle(open) {
        panel.hidden = !open;
        button.setAttribute('aria-expanded', String(open));
        if (open) {
            fillPanel();
            panel.querySelector('select').focus();
        }
    }

    function chooseLanguage(code) {
        storage.set('language', code);
        setLanguage(code);
    }

    function fillPanel() {
        fill(
            panel,
            setting({
                label: t('settings.language'),
                name: 'language',
                value: language(),
                onchange: chooseLanguage,
                choices: LANGUAGES.map((one) => [one.code, one.name]),
            }),
            setting({
                label: t('settings.theme'),
                name: 'theme',
                value: theme.get(),
                onchange: theme.set,
                choices: THEMES.map((one) => [one, t(`settings.theme.${one}`)]),
            }),
            alertChoices({t, alerts}),
            soundChoices({t, sounds}),
            gameChoices({t, storage}),
        );
    }

    function relabel() {
        name.textContent = t('settings.open');
        panel.setAttribute('aria-label', t('settings.open'));
        if (!panel.hidden) {
            keepingFocus(panel, fillPanel);
        }
    }

    element.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && !panel.hidden) {
            event.stopPropagation();
            toggle(false);
            button.focus();
        }
    });
    element.addEventListener('focusout', (event) => {
        if (event.relatedTarget !== null && !element.contains(event.relatedTarget)) {
            toggle(false);
        }
    });
    document.addEventListener('pointerdown', (event) => {
        if (!panel.hidden && !element.contains(event.target)) {
            toggle(false);
        }
    });
    relabel();
    return {element, relabel};
}
