// alerts.js: telling a player that it is his turn: in the tab's title, by a bell, by a notification of the
// browser. Each can be switched off. Only the moment when a turn begins is told, however often a page says
// so.

const BELL = [
    [880, 0],
    [1320, 0.14],
]; // two strokes: pitch, and when
const RING = 0.9; // seconds until a stroke has died away

/**
 * The settings, and what they are before anybody touched them. Notifications need the browser's leave first.
 */
const DEFAULTS = {title: true, sound: true, notify: false};

function strike(audio, pitch, at) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    tone.type = 'sine';
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.18, at + 0.01);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + RING);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + RING);
}

export function createAlerts({storage, t}) {
    const waiting = new Map(); // table -> game, where it is my turn
    const listeners = new Set();
    const notes = new Map(); // table -> Notification
    let pageTitle = 'Gaslight';
    let audio = null;

    const isOn = (name) => storage.get(`alert.${name}`, DEFAULTS[name]);

    function showTitle() {
        const mark = isOn('title') && waiting.size > 0 ? `● ${t('alert.title')} · ` : '';
        document.title = mark + pageTitle;
    }

    /** Browsers are silent until the player has touched the page, and complain of pages that try. */
    function ring() {
        if (navigator.userActivation?.hasBeenActive === false || window.AudioContext === undefined) {
            return;
        }
        audio ??= new AudioContext();
        audio.resume();
        BELL.forEach(([pitch, after]) => strike(audio, pitch, audio.currentTime + after));
    }

    function notify(table, game) {
        if (document.hasFocus() || !('Notification' in window) || Notification.permission !== 'granted') {
            return;
        }
        try {
            const note = new Notification(t('alert.notify.title'), {
                body: t('alert.notify.text', {game: t(`game.${game}`)}),
                icon: '/favicon.svg',
                tag: `gaslight-${table}`,
            });
            note.onclick = () => {
                window.focus();
                note.close();
            };
            notes.set(table, note);
        } catch {
            // Some phones allow notifications from service workers only: title and bell must do.
        }
    }

    /** Whether it is this player's turn at a table. To be called whenever that may have changed. */
    function turn(table, game, mine) {
        if (waiting.has(table) === mine) {
            return;
        }
        if (mine) {
            waiting.set(table, game);
            if (isOn('sound')) {
                ring();
            }
            if (isOn('notify')) {
                notify(table, game);
            }
        } else {
            waiting.delete(table);
            notes.get(table)?.close();
            notes.delete(table);
        }
        showTitle();
        listeners.forEach((listener) => listener([...waiting.keys()]));
    }

    /** Switches one on or off; false if the browser forbids it. */
    async function set(name, on) {
        if (name === 'notify' && on) {
            const leave = 'Notification' in window ? await Notification.requestPermission() : 'denied';
            if (leave !== 'granted') {
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
        ring,
        /** The title of the page, without the mark. */
        title(text) {
            pageTitle = text === '' ? 'Gaslight' : `${text} · Gaslight`;
            showTitle();
        },
        /** The tables where it is my turn. */
        tables: () => [...waiting.keys()],
        /** What is played at one of them. */
        gameAt: (table) => waiting.get(table),
        on(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
        /** Nobody's turn any more: another player uses this browser. */
        forget: () => [...waiting.keys()].forEach((table) => turn(table, '', false)),
    };
}
