// banner.js: the strip that says how the connection is doing. A loss is said at once; that a connection takes
// a moment to be made is not worth a word.

import {clear, el, fill} from './dom.js';
import {plural, t} from './i18n.js';

const GRACE = 1500; // milliseconds until "connecting" is said
const GLAD = 2500; // how long "connected again" stays

export function createBanner(root, {net, announce}) {
    let wasOpen = false; // there has been a connection of this player
    let shown = false;
    let timer = null;

    function words() {
        if (net.state === 'refused') {
            return net.reason === 'bad_token' ? t('net.bad_token') : t('net.refused', {reason: net.reason});
        }
        if (!wasOpen && net.state === 'connecting') {
            return t('net.connecting');
        }
        const left = net.state === 'waiting' ? Math.ceil((net.retryAt - Date.now()) / 1000) : 0;
        return left > 0 ? plural('net.waiting', left) : t('net.trying');
    }

    function button() {
        if (net.state === 'refused' && net.reason === 'bad_token') {
            return el('button', {type: 'button', class: 'small', onclick: net.forget}, t('net.start_anew'));
        }
        return el(
            'button',
            {type: 'button', class: 'small', onclick: net.retry},
            t(net.state === 'refused' ? 'shell.again' : 'net.now'),
        );
    }

    function showTrouble() {
        if (!shown) {
            shown = true;
            announce(words());
            fill(root, el('span', {class: 'words'}), button());
        }
        root.querySelector('.words').textContent = words(); // the button beside it, and its focus, stay
        timer = setTimeout(showTrouble, 1000);
    }

    function showPeace(again) {
        clear(root);
        if (again) {
            fill(root, el('span', null, t('net.back')));
            announce(t('net.back'));
            timer = setTimeout(() => clear(root), GLAD);
        }
        wasOpen = net.state === 'open';
        shown = false;
    }

    /** To be called whenever the state of the connection, or the language, has changed. */
    function update() {
        clearTimeout(timer);
        root.dataset.state = net.state;
        root.classList.toggle('bad', net.state === 'refused');
        if (net.state === 'open' || net.state === 'nobody') {
            showPeace(shown && wasOpen && net.state === 'open');
            return;
        }
        if (net.state === 'refused') {
            shown = false; // other words, and another button
        }
        if (net.state === 'connecting' && !shown) {
            timer = setTimeout(showTrouble, GRACE);
        } else {
            showTrouble();
        }
    }

    return {
        update,
        /** The same in another language. */
        relabel() {
            shown = false;
            update();
        },
    };
}
