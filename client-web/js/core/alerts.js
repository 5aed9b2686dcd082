// alerts.js: alerts the player when their turn begins: in the tab's title and icon, by a sound, and by a browser
// notification. Each can be switched off. An alert is given once per turn, no matter how often a page reports
// it.

/** Default settings. Notifications are off because they need the browser's permission first. */
const DEFAULTS = {title: true, sound: true, notify: false};

/** @param {{storage, sounds, t}} parts  sounds: sounds.js */
export function createAlerts({storage, sounds, t}) {
    const waiting = new Map(); // table -> game, for the tables where it is my turn
    const listeners = new Set();
    const notifications = new Map(); // table -> Notification
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
        try {
            const notification = new Notification(t('alert.notify.title'), {
                body: t('alert.notify.text', {game: t(`game.${game}`)}),
                icon: '/favicon.svg',
                tag: `gaslight-${table}`,
            });
            notification.onclick = () => {
                window.focus();
                notification.close();
            };
            notifications.set(table, notification);
        } catch {
            // Some phones allow notifications only from service workers. Title and sound remain.
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
            notifications.get(table)?.close();
            notifications.delete(table);
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
