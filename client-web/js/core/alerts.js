// alerts.js: alerts the player when their turn begins: in the tab's title and icon, by a sound, and by a browser
// notification. Each can be switched off. An alert is given once per turn, no matter how often a page reports
// it.

/** Default settings. Notifications are off because they need the browser's permission first. */
const DEFAULTS = {title: true, sound: true, notify: false};

/** @param {{storage, sounds, t}} parts  sounds: sounds.js */
export function createAlerts({storage, sounds, t}) {
    const waiting = new Map(); // table -> game, for the tables where it is my turn
    const listeners = new Set();
    const showing = new Map(); // table -> promise that resolves when its notification is shown
    const byPage = new Map(); // tag -> Notification, of those that no service worker shows
    let pageTitle = 'Gaslight';

    const isOn = (name) => storage.get(`alert.${name}`, DEFAULTS[name]);

    function showTitle() {
        const mark = isOn('title') && waiting.size > 0 ? `● ${t('alert.title')} · ` : '';
        document.title = mark + pageTitle;
        const icon = document.querySelector('link[rel=icon]');
        const now = icon.getAttribute('href');
        const wanted = now.replace(/favicon(-turn)?\.svg/, mark === '' ? 'favicon.svg' : 'favicon-turn.svg');
        if (now !== wanted) {
            icon.setAttribute('href', wanted);
        }
    }

    function notify(table, game) {
        if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') {
            return;
        }
        const title = t('alert.notify.title');
        const how = {
            body: t('alert.notify.text', {game: t(`game.${game}`)}),
            icon: '/icons/icon-192.png',
            tag: `gaslight-${table}`,
        };
        showing.set(table, showNotification(title, {...how, data: {url: `/table/${table}`}}));
    }

    /** Android allows notifications only from service workers, whose clicks are theirs (push_events.js). */
    async function showNotification(title, how) {
        try {
            const registration = await navigator.serviceWorker?.getRegistration();
            if (registration?.active) {
                await registration.showNotification(title, how);
            } else {
                showByPage(title, how);
            }
        } catch {
            // The player has withdrawn the permission, or there is no service worker. The title and the sound remain.
        }
    }

    function showByPage(title, how) {
        const notification = new Notification(title, how);
        notification.onclick = () => {
            window.focus();
            notification.close();
        };
        byPage.set(how.tag, notification);
    }

    /** Closes the notification about a table, if it is still there. */
    async function closeNotification(table) {
        const shown = showing.get(table);
        if (shown === undefined) {
            return;
        }
        showing.delete(table);
        await shown;
        if (showing.has(table)) {
            return; // the next turn has begun, and its notification has replaced this one
        }
        const tag = `gaslight-${table}`;
        byPage.get(tag)?.close();
        byPage.delete(tag);
        try {
            const registration = await navigator.serviceWorker?.getRegistration();
            const left = (await registration?.getNotifications({tag})) ?? [];
            left.forEach((notification) => notification.close());
        } catch {
            // There is no service worker any more, so nothing is left to close.
        }
    }

    /** Sets whether it is this player's turn at a table. Call it whenever that may have changed. */
    function turn(table, game, mine) {
        if (waiting.has(table) === mine) {
            return;
        }
        if (mine) {
            waiting.set(table, game);
            if (isOn('sound')) {
                sounds.ring('turn');
            }
            if (isOn('notify')) {
                notify(table, game);
            }
        } else {
            waiting.delete(table);
            closeNotification(table);
        }
        showTitle();
        listeners.forEach((listener) => listener([...waiting.keys()]));
    }

    /** Switches an alert on or off. Returns false if the browser denies permission. */
    async function set(name, on) {
        if (name === 'notify' && on) {
            const permission = 'Notification' in window ? await Notification.requestPermission() : 'denied';
            if (permission !== 'granted') {
                return false;
            }
        }
        storage.set(`alert.${name}`, on);
        showTitle();
        return true;
    }

    return {
        turn,
        set,
        isOn,
        /** Sets the page's title, to which the "your turn" mark is added. */
        title(text) {
            pageTitle = text === '' ? 'Gaslight' : `${text} · Gaslight`;
            showTitle();
        },
        /** Returns the ids of the tables where it is my turn. */
        tables: () => [...waiting.keys()],
        /** Returns the game played at one of these tables. */
        gameAt: (table) => waiting.get(table),
        on(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
        /** Clears all alerts, because another player uses this browser now. */
        clear: () => [...waiting.keys()].forEach((table) => turn(table, '', false)),
    };
}
