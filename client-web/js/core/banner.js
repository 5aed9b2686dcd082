// banner.js: the bar that shows problems with the connection. A lost connection is reported immediately, and a page that
// could not be loaded from the server as well; a first connection only if it takes a while.

import {clear, el, fill} from './dom.js';
import {plural, t} from './i18n.js';

const CONNECTING_AFTER = 1500; // milliseconds before "Connecting…" is shown
const RECONNECTED_FOR = 2500; // milliseconds for which "Reconnected." is shown

export function createBanner(root, {net, announce, unreachable}) {
    let wasOpen = false; // whether this player has been connected before
    let wasUnreachable = false;
    let shown = false;
    let timer = null;

    function statusText() {
        if (unreachable.isOn) {
            return t('net.unreachable');
        }
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
            return el(
                'button',
                {type: 'button', class: 'small', onclick: net.removePlayer},
                t('net.new_player'),
            );
        }
        return el(
            'button',
            {type: 'button', class: 'small', onclick: unreachable.isOn ? unreachable.probe : net.retry},
            t(net.state === 'refused' ? 'shell.again' : 'net.now'),
        );
    }

    function showProblem() {
        if (!shown) {
            shown = true;
            announce(statusText());
            fill(root, el('span', {class: 'words'}), button());
        }
        root.querySelector('.words').textContent = statusText(); // leaves the button and its focus alone
        timer = setTimeout(showProblem, 1000);
    }

    function showConnected(reconnected) {
        clear(root);
        if (reconnected) {
            fill(root, el('span', null, t('net.back')));
            announce(t('net.back'));
            timer = setTimeout(() => clear(root), RECONNECTED_FOR);
        }
        wasOpen = net.state === 'open';
        wasUnreachable = false;
        shown = false;
    }

    /** Call whenever the connection state or the language has changed. */
    function update() {
        clearTimeout(timer);
        root.dataset.state = net.state;
        root.classList.toggle('bad', net.state === 'refused');
        if (unreachable.isOn && !net.isBanned && net.state !== 'refused') {
            wasUnreachable = true;
            showProblem();
            return;
        }
        if (net.state === 'open' || net.state === 'nobody' || net.isBanned) {
            showConnected(shown && (wasUnreachable || (wasOpen && net.state === 'open')));
            return;
        }
        if (wasUnreachable) {
            wasUnreachable = false;
            shown = false;
            clear(root);
        }
        if (net.state === 'refused') {
            shown = false; // redraw with another text and button
        }
        if (net.state === 'connecting' && !shown) {
            timer = setTimeout(showProblem, CONNECTING_AFTER);
        } else {
            showProblem();
        }
    }

    return {
        update,
        /** Redraws the bar in the current language. */
        relabel() {
            shown = false;
            update();
        },
    };
}
