// backup.js: keeps a copy of the player's token in a cookie that scripts can't read, so that a browser that clears the
// storage of pages does not lose the player. The cookie is set, read and removed by the server's /session; it lives and
// ends with the player of this browser.

const STORAGE_KEY = 'backup'; // {player, at}: whose token was last sent, and when
const RENEWAL = 30 * 24 * 3600 * 1000; // milliseconds; browsers drop cookies after 400 days
const LATER = 3000; // the first page comes first
const PATIENCE = 5000; // for an answer, before the page is shown without a player

const hasCookie = () => document.cookie.split('; ').includes(`gaslight-kept${window.location.port}=1`);

async function post(body) {
    const answer = await fetch('/session', {
        method: 'POST',
        body,
        credentials: 'same-origin',
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE),
    });
    if (!answer.ok) {
        throw new Error(`/session: ${answer.status}`);
    }
    return answer.json();
}

/** Asks for the player if this browser has lost them. Resolves when they are back, or can't be. */
export async function recoverPlayer(net) {
    if (net.player !== null || !hasCookie()) {
        return;
    }
    try {
        const {token} = await post('recover');
        if (token !== undefined) {
            await Promise.race([net.useToken(token), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
        }
    } catch (error) {
        if (error.code === 'bad_token') {
            await post('forget').catch(() => {});
        }
    }
}

/** Backs up the player of this browser from now on, and removes the copy with them. */
export function createBackup({net, storage}) {
    const isBackedUp = (player) => {
        const last = storage.get(STORAGE_KEY);
        return last?.player === player && Date.now() - last.at < RENEWAL && hasCookie();
    };

    async function store() {
        const kept = storage.get('player');
        if (kept === null || net.isBorrowed || net.state !== 'open' || isBackedUp(kept.player)) {
            return;
        }
        try {
            await post(kept.token);
            storage.set(STORAGE_KEY, {player: kept.player, at: Date.now()});
        } catch {
            // The next visit tries again.
        }
    }

    async function forget() {
        storage.remove(STORAGE_KEY);
        if (hasCookie()) {
            await post('forget').catch(() => {});
        }
    }

    net.on('state', (state) => {
        if (state === 'open') {
            setTimeout(store, LATER);
        } else if (state === 'refused' && net.reason === 'bad_token' && !net.isBorrowed) {
            forget(); // it was revoked
        }
    });
    net.on('identity', (player) => {
        if (player === null && !net.isBorrowed) {
            forget();
        }
    });
}
