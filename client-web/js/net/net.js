// net.js: the connection to the server. It connects, reconnects and repeats requests, so that pages can ignore
// all that.
//
// - A request is a promise. It waits while there is no connection, and is sent again if the connection breaks
//   before the answer. That is safe: requests that must not be executed twice carry a key (requestOnce()), and
//   the others may be repeated. The keys of a request may be a function of the number of connections lost while
//   waiting for its answer, so that a caller can ask for less each time. After each timeout we wait longer for
//   the same request, so that even a large answer gets through eventually.
// - subscribe() watches a table. After a reconnect it sends the number of the last event it has, so that no
//   event is lost or reported twice.
// - There is no connection until there is a player: visitors who only look at the page create no account. What
//   needs no player, such as a replay, is requested by visitor.js until there is one; its connection is then used here.
//
// States: 'nobody' (no player yet), 'connecting', 'open', 'waiting' (to reconnect at `retryAt`) and 'refused'
// (with `reason`: the server rejected this client, and only the player can retry).

import {isAddressBanned, PROBE_AFTER} from './ban.js';
import {openSocket, whenOpen} from './socket.js';
import {createSubscriptions} from './subscriptions.js';
import {createVisitor, NEEDS_NO_PLAYER} from './visitor.js';

export class Refusal extends Error {
    constructor({code, text}) {
        super(text);
        this.name = 'Refusal';
        this.code = code;
        this.text = text;
    }
}

const ANSWER_LIMIT = 10_000; // milliseconds without an answer after which the connection counts as dead
const LIMIT_FACTOR_MAX = 8; // largest factor for ANSWER_LIMIT, which doubles with each timeout
const WAKE_LIMIT = 4_000; // ANSWER_LIMIT of a tab that wakes up, when a dead connection is likely
const PING_AFTER = 30_000; // milliseconds without any message after which we ping the server
const TICK = 2_000;
const RETRY_FIRST = 400;
const RETRY_MAX = 20_000;
const CLOSE_POLICY = 1008;
const BANNED = 'banned'; // the code of the refusal, and the reason of the state
const BACKGROUND_IDS = 1_000_000_000; // first id of the page's own requests; the player's count from 1

// If a repeated request is refused with one of these codes, the first attempt succeeded and only its answer was
// lost.
const ALREADY_DONE = {
    join: ['seated'],
    leave: ['not_seated', 'unknown_table'],
    kick: ['unknown_player'],
    start: ['wrong_state'],
    host: ['not_host'],
    seat: ['not_absent'],
};
const TRY_LATER = ['too_many_requests'];
const TRIES_MAX = 5;

export function serverUrl(place = window.location) {
    return `${place.protocol === 'https:' ? 'wss:' : 'ws:'}//${place.host}/ws`;
}

function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(18));
    return btoa(String.fromCharCode(...bytes))
        .replace(/\+/g, '-')
        .replace(/\//g, '_');
}

/** Returns the part of the identity that others may see, without the token. */
const publicPart = (identity) => (identity === null ? null : {player: identity.player, name: identity.name});

const otherPlayer = () => new Refusal({code: 'other_player', text: 'Another player is using this browser now.'});

export function createNet({url = serverUrl(), storage, now = () => performance.now()}) {
    const listeners = new Map(); // kind -> Set of functions
    const requests = new Set(); // unanswered requests, oldest first
    let identity = storage.get('player'); // {player, name, token}
    let borrowed = false; // whether it is a guest's (actAs()), which is not stored as the player of this browser
    let pendingHello = null; // {keys, resolve, reject}: a pending `hello` as a new or different player
    let connection = null; // {socket, startedAt, heardAt, keys}
    let failures = 0;
    let retryTimer = null;
    let nextId = {player: 1, page: BACKGROUND_IDS};

    const net = {
        state: identity === null ? 'nobody' : 'connecting',
        reason: null,
        retryAt: null,
        player: publicPart(identity),
        /** Whether the server does not let this player or this network in any more. */
        get isBanned() {
            return net.state === 'refused' && net.reason === BANNED;
        },
        get isBorrowed() {
            return borrowed;
        },
        on,
        setName,
        useCode,
        useToken,
        removePlayer,
        actAs,
        retry,
        request: (verb, keys = {}) => requestAs(verb, keys, 'player'),
        backgroundRequest: (verb, keys = {}) => requestAs(verb, keys, 'page'),
        requestOnce: (verb, keys = {}) => sendRequest(verb, {...keys, key: randomKey()}, 'player'),
    };
    const visitor = createVisitor({url, refusal: (error) => new Refusal(error), banned: setBanned});
    const subscriptions = createSubscriptions({
        send: sendRequest,
        isOpen: () => net.state === 'open',
        isHidden: () => document.hidden,
    });
    net.subscribe = subscriptions.subscribe;
    // A page that is left becomes hidden, too; its connection ends, which says the same.
    let isLeft = false;
    let wasHidden = document.hidden;
    window.addEventListener('pagehide', () => {
        isLeft = true;
    });
    window.addEventListener('pageshow', () => {
        isLeft = false;
    });
    document.addEventListener('visibilitychange', () => {
        if (!isLeft && document.hidden !== wasHidden) {
            wasHidden = document.hidden;
            subscriptions.look(wasHidden);
        }
    });

    // ---- listeners ----

    /** Kinds: 'state', 'identity' (the player of this page or their name), and those of pushes. */
    function on(kind, fn) {
        listeners.set(kind, (listeners.get(kind) ?? new Set()).add(fn));
        return () => listeners.get(kind).delete(fn);
    }

    /** Calls all listeners of a kind. If one throws, the others are still called. */
    function notify(kind, ...what) {
        for (const fn of [...(listeners.get(kind) ?? [])]) {
            try {
                fn(...what);
            } catch (error) {
                window.reportError(error);
            }
        }
    }

    function setState(state, {reason = null, retryAt = null} = {}) {
        Object.assign(net, {state, reason, retryAt});
        notify('state', state);
    }

    function setIdentity(next) {
        identity = next;
        net.player = publicPart(next);
        if (borrowed) {
            // not the player of this browser
        } else if (next === null) {
            storage.remove('player');
        } else {
            storage.set('player', next);
        }
        notify('identity', net.player);
    }

    // ---- requests ----

    function requestAs(verb, keys, counter) {
        const isVisitor = identity === null && pendingHello === null;
        return isVisitor && NEEDS_NO_PLAYER.has(verb)
            ? visitor.request(verb, keys)
            : sendRequest(verb, keys, counter);
    }

    /**
     * Sends a request now or when the connection is open. With `repeat: false` it is dropped if the connection
     * breaks: subscriptions.js watches again by itself, and passes the number of its timeouts as `timeouts`.
     * Browsers report a message only once it is complete and do not say that one is arriving, so the time
     * without messages is all we have to detect a dead connection.
     */
    function sendRequest(verb, keys, counter, {repeat = true, timeouts = 0} = {}) {
        return new Promise((resolve, reject) => {
            const keysFor = typeof keys === 'function' ? keys : () => keys;
            const sending = {id: null, sentAt: 0, times: 0, losses: 0, timeouts};
            const request = {verb, keysFor, counter, repeat, resolve, reject, ...sending};
            requests.add(request);
            if (net.state === 'open') {
                send(request);
            }
        });
    }

    function send(request) {
        request.id = nextId[request.counter]++;
        request.sentAt = now();
        request.times += 1;
        const keys = request.keysFor(request.losses);
        connection.socket.send(JSON.stringify({id: request.id, do: request.verb, ...keys}));
    }

    function findRequest(id) {
        for (const request of requests) {
            if (request.id === id) {
                return request;
            }
        }
        return undefined;
    }

    function answer({re, ok, error}) {
        const request = findRequest(re);
        if (request === undefined) {
            return;
        }
        if (ok === undefined && TRY_LATER.includes(error.code) && request.times < TRIES_MAX) {
            request.id = null;
            setTimeout(() => sendIfOpen(request), 1000 * request.times);
            return;
        }
        requests.delete(request);
        if (ok !== undefined) {
            request.resolve(ok);
        } else if (request.times > 1 && ALREADY_DONE[request.verb]?.includes(error.code)) {
            request.resolve({});
        } else {
            request.reject(new Refusal(error));
        }
    }

    function sendIfOpen(request) {
        if (net.state === 'open' && requests.has(request) && request.id === null) {
            send(request);
        }
    }

    // ---- the connection ----

    function connect() {
        clearTimeout(retryTimer);
        const keys = pendingHello?.keys ?? (identity === null ? null : {token: identity.token});
        if (keys === null) {
            setState('nobody');
            return;
        }
        const socket = visitor.release() ?? openSocket(url);
        const mine = {socket, startedAt: now(), heardAt: now(), keys};
        connection = mine;
        whenOpen(socket, () => socket.send(JSON.stringify({id: 0, do: 'hello', ...keys})));
        mine.socket.onmessage = (event) => {
            mine.heardAt = now();
            received(JSON.parse(event.data));
        };
        mine.socket.onclose = (event) => connectionLost(event.code, event.reason);
        setState('connecting');
    }

    /**
     * Drops the connection immediately, without waiting for the close event, which can take long on a dead
     * connection.
     */
    function drop() {
        if (connection === null) {
            return;
        }
        const {socket} = connection;
        socket.onopen = null;
        socket.onmessage = null;
        socket.onclose = null;
        socket.close();
        connection = null;
        nextId = {player: 1, page: BACKGROUND_IDS};
        for (const request of requests) {
            request.losses += request.id === null ? 0 : 1;
            request.id = null;
            if (!request.repeat) {
                requests.delete(request);
            }
        }
    }

    /**
     * Drops a connection on which answers are overdue, and gives each pending request more time on the next
     * one.
     */
    function dropOverdue() {
        for (const request of requests) {
            request.timeouts += request.id === null ? 0 : 1;
        }
        connectionLost(null, 'silence');
    }

    function setBanned() {
        clearTimeout(retryTimer);
        drop();
        setState('refused', {reason: BANNED});
    }

    /** A banned address cannot connect at all. */
    async function checkBan() {
        if ((await isAddressBanned()) && net.state !== 'open') {
            setBanned();
        }
    }

    function connectionLost(code, reason) {
        drop();
        if (code === CLOSE_POLICY) {
            setState('refused', {reason});
            return;
        }
        const pause = Math.min(RETRY_MAX, RETRY_FIRST * 2 ** failures) * (0.5 + Math.random() / 2);
        failures += 1;
        clearTimeout(retryTimer);
        retryTimer = setTimeout(connect, pause);
        if (failures === PROBE_AFTER) {
            checkBan();
        }
        setState('waiting', {retryAt: Date.now() + pause});
    }

    function received(frame) {
        if (net.state !== 'open') {
            helloAnswered(frame);
        } else if ('re' in frame) {
            answer(frame);
        } else {
            notify(frame.on, frame);
            subscriptions.push(frame);
        }
    }

    function helloAnswered({ok, error}) {
        if (ok === undefined) {
            helloRefused(error);
            return;
        }
        const before = identity;
        failures = 0;
        if (before !== null && before.player !== ok.player) {
            rejectAll();
        }
        const next = {player: ok.player, name: ok.name, token: ok.token ?? pendingHello?.keys.token ?? before?.token};
        Object.assign(net, {state: 'open', reason: null, retryAt: null});
        if (JSON.stringify(next) !== JSON.stringify(before)) {
            setIdentity(next);
        }
        subscriptions.resume();
        requests.forEach(sendIfOpen);
        notify('state', 'open');
        pendingHello?.resolve(net.player);
        pendingHello = null;
    }

    function helloRefused(error) {
        const pending = pendingHello;
        pendingHello = null;
        if (error.code === BANNED) {
            setBanned();
            pending?.reject(new Refusal(error));
            return;
        }
        if (pending === null && error.code !== 'bad_token') {
            connectionLost(null, error.text); // the server or its disk is busy: retry later
            return;
        }
        drop();
        if (pending !== null) {
            pending.reject(new Refusal(error));
            connect();
        } else {
            setState('refused', {reason: 'bad_token'});
        }
    }

    /** Rejects all pending requests, because they were made for another player. */
    function rejectAll() {
        for (const request of requests) {
            requests.delete(request);
            request.reject(otherPlayer());
        }
    }

    // ---- identity ----

    /** Creates a player with this name, or renames the existing one. */
    async function setName(name) {
        if (identity === null) {
            return hello({name});
        }
        const ok = await sendRequest('rename', {name}, 'player');
        setIdentity({...identity, name: ok.name});
        return net.player;
    }

    /** Becomes the player who requested this code on another device. */
    function useCode(code) {
        return hello({code});
    }

    /** Becomes the player of this token, which this browser has lost. */
    function useToken(token) {
        return hello({token});
    }

    function hello(keys) {
        pendingHello?.reject(otherPlayer());
        return new Promise((resolve, reject) => {
            pendingHello = {keys, resolve, reject};
            drop();
            failures = 0;
            connect();
        });
    }

    /** Removes the player from this browser. Other devices with the same token are not affected. */
    function removePlayer() {
        if (borrowed) {
            actAs(null);
            return;
        }
        drop();
        rejectAll();
        setIdentity(null);
        connect();
    }

    /**
     * Becomes another person who shares this device ({player, name, token}), until the page is closed or
     * actAs(null) returns to the player of this browser. Everything of the previous one is dropped at once.
     */
    function actAs(person) {
        borrowed = person !== null;
        drop();
        rejectAll();
        failures = 0;
        identity = person ?? storage.get('player');
        net.player = publicPart(identity);
        connect();
        notify('identity', net.player);
    }

    storage.on('player', (next) => {
        if (borrowed) {
            return;
        }
        const before = identity;
        identity = next;
        net.player = publicPart(next);
        if (before !== null && before.player !== next?.player) {
            rejectAll();
        }
        if (before?.token !== next?.token) {
            drop();
            connect();
        }
        notify('identity', net.player);
    });

    // ---- detecting dead connections ----

    /**
     * Calls `callback` after `wait` milliseconds. If the page itself was suspended meanwhile, messages that have
     * arrived are processed first.
     */
    function checkAfter(wait, callback) {
        const due = now() + wait;
        setTimeout(() => (now() - due > TICK ? setTimeout(callback, TICK) : callback()), wait);
    }

    /** Reconnects now, abandoning an attempt in progress. */
    function retry() {
        if (net.state !== 'open') {
            drop();
            failures = 0;
            connect();
        }
    }

    /** Pings the server and drops the connection if nothing arrives within `limit` milliseconds. */
    function check(limit) {
        const pending = connection;
        const since = now();
        sendRequest('ping', {}, 'page', {repeat: false}).catch(() => {});
        checkAfter(limit, () => {
            if (connection === pending && connection !== null && connection.heardAt < since) {
                dropOverdue();
            }
        });
    }

    function wake() {
        if (net.state === 'waiting') {
            retry();
        } else if (net.state === 'open') {
            check(WAKE_LIMIT);
        }
    }

    /** Returns, for each pending answer, since when and how long we wait for it. */
    function pendingAnswers() {
        const pending = [...requests].filter((request) => request.id !== null);
        const all = pending.map(({sentAt, timeouts}) => ({
            since: sentAt,
            limit: ANSWER_LIMIT * Math.min(2 ** timeouts, LIMIT_FACTOR_MAX),
        }));
        return net.state === 'open' ? all : [...all, {since: connection.startedAt, limit: ANSWER_LIMIT}];
    }

    function tick() {
        checkAfter(TICK, tick);
        if (connection === null) {
            return;
        }
        const {heardAt} = connection;
        const pending = pendingAnswers();
        // The longest limit applies to all: the other answers may be queued behind a large one.
        const limit = Math.max(...pending.map((one) => one.limit));
        if (pending.some(({since}) => now() - Math.max(heardAt, since) > limit)) {
            dropOverdue();
        } else if (now() - heardAt > PING_AFTER && net.state === 'open' && pending.length === 0) {
            check(ANSWER_LIMIT);
        }
    }

    checkAfter(TICK, tick);
    window.addEventListener('online', wake);
    window.addEventListener('offline', wake);
    window.addEventListener('pageshow', (event) => event.persisted && wake());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());

    connect();
    return net;
}
