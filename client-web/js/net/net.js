// net.js: the connection to the server: made, kept, made again, so that pages need not think of it.
//
// - A request is a promise. It waits while there is no connection, and is sent again if the connection broke
//   before its answer. That is safe: what must not happen twice carries a key (once()), and the rest may be
//   repeated. What it asks for may be a function of how often the connection was lost over it: who asks for
//   much can ask for less. Each silence makes us wait longer for it: at any rate some answer is let through.
// - follow() watches a table. After a break it says the last event it has, so nothing is missing or told
//   twice.
// - Nobody is connected before there is a player: a visitor who only looks at the page makes no account.
//
// States: 'nobody' (no player yet), 'connecting', 'open', 'waiting' (until `retryAt`, then again), and
// 'refused' (`reason`): the server does not want this client, and only the player can say "try again".

import {createFollows} from './subscriptions.js';

export class Refusal extends Error {
    constructor({code, text}) {
        super(text);
        this.name = 'Refusal';
        this.code = code;
        this.text = text;
    }
}

const ANSWER_LIMIT = 10_000; // an answer that is not there by then will not come: the connection is dead
const PATIENCE_MOST = 8; // times that, for what was asked in vain: a large answer may have been under way
const WAKING_LIMIT = 4_000; // the same for a tab that comes back from sleep, where it is likely
const SILENCE = 30_000; // then we ask whether the server is still there
const TICK = 2_000;
const RETRY_FIRST = 400;
const RETRY_MOST = 20_000;
const CLOSE_POLICY = 1008;
const BACKGROUND_IDS = 1_000_000_000; // of what the page asks by itself: the player's count from 1

// A repeated request that finds its work done already has succeeded: the first answer was lost on the way.
const DONE_ALREADY = {
    join: ['seated'],
    leave: ['not_seated', 'unknown_table'],
    kick: ['unknown_player'],
    start: ['wrong_state'],
    host: ['not_host'],
    seat: ['not_absent'],
};
const TRY_LATER = ['too_many_requests'];
const TRIES_MOST = 5;

export function serverUrl(place = window.location) {
    return `${place.protocol === 'https:' ? 'wss:' : 'ws:'}//${place.host}/ws`;
}

function randomKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(18));
    return btoa(String.fromCharCode(...bytes))
        .replace(/\+/g, '-')
        .replace(/\//g, '_');
}

/** The player as others may know him. */
const publicPart = (identity) => (identity === null ? null : {player: identity.player, name: identity.name});

const otherPlayer = () => new Refusal({code: 'other_player', text: 'Another player uses this browser now.'});

export function createNet({url = serverUrl(), storage, now = () => performance.now()}) {
    const listeners = new Map(); // kind -> Set of functions
    const requests = new Set(); // not answered yet, in the order they were made
    let identity = storage.get('player'); // {player, name, token}
    let introducing = null; // {keys, resolve, reject}: who we are about to become
    let connection = null; // {socket, heard, greeted}
    let failures = 0;
    let retryTimer = null;
    let nextId = {player: 1, page: BACKGROUND_IDS};

    const net = {
        state: identity === null ? 'nobody' : 'connecting',
        reason: null,
        retryAt: null,
        player: publicPart(identity),
        on,
        introduce,
        adopt,
        forget,
        retry,
        request: (verb, keys = {}) => ask(verb, keys, 'player'),
        quiet: (verb, keys = {}) => ask(verb, keys, 'page'),
        once: (verb, keys = {}) => ask(verb, {...keys, key: randomKey()}, 'player'),
    };
    const follows = createFollows({send: ask, isOpen: () => net.state === 'open'});
    net.follow = follows.follow;

    // ---- telling ----

    function on(kind, fn) {
        listeners.set(kind, (listeners.get(kind) ?? new Set()).add(fn));
        return () => listeners.get(kind).delete(fn);
    }

    /** One listener that fails keeps nobody else from hearing. */
    function tell(kind, ...what) {
        for (const fn of [...(listeners.get(kind) ?? [])]) {
            try {
                fn(...what);
            } catch (error) {
                window.reportError(error);
            }
        }
    }

    function become(state, {reason = null, retryAt = null} = {}) {
        Object.assign(net, {state, reason, retryAt});
        tell('state', state);
    }

    function keepIdentity(next) {
        identity = next;
        net.player = publicPart(next);
        if (next === null) {
            storage.remove('player');
        } else {
            storage.set('player', next);
        }
        tell('player', net.player);
    }

    // ---- requests ----

    /**
     * Without `repeat` it is not sent again on the next connection: follows.js watches anew by itself, and
     * says how often it did in vain. A message counts when it is there as a whole, and a browser does not say
     * that one is under way: so silence is all there is to go by.
     */
    function ask(verb, keys, counter, {repeat = true, silences = 0} = {}) {
        return new Promise((resolve, reject) => {
            const keysFor = typeof keys === 'function' ? keys : () => keys;
            const sending = {id: null, sentAt: 0, times: 0, losses: 0, silences};
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
        if (ok === undefined && TRY_LATER.includes(error.code) && request.times < TRIES_MOST) {
            request.id = null;
            setTimeout(() => sendIfOpen(request), 1000 * request.times);
            return;
        }
        requests.delete(request);
        if (ok !== undefined) {
            request.resolve(ok);
        } else if (request.times > 1 && DONE_ALREADY[request.verb]?.includes(error.code)) {
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
        const keys = introducing?.keys ?? (identity === null ? null : {token: identity.token});
        if (keys === null) {
            become('nobody');
            return;
        }
        const mine = {socket: new WebSocket(url, 'gaslight.v1'), startedAt: now(), heard: now(), keys};
        connection = mine;
        mine.socket.onopen = () => mine.socket.send(JSON.stringify({id: 0, do: 'hello', ...keys}));
        mine.socket.onmessage = (event) => {
            mine.heard = now();
            heard(JSON.parse(event.data));
        };
        mine.socket.onclose = (event) => lost(event.code, event.reason);
        become('connecting');
    }

    /** Lets go of the connection at once. A dead one would take its time to say that it is closed. */
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

    /** Nothing came of what was asked. Perhaps it would have, later. */
    function silence() {
        for (const request of requests) {
            request.silences += request.id === null ? 0 : 1;
        }
        lost(null, 'silence');
    }

    function lost(code, reason) {
        drop();
        if (code === CLOSE_POLICY) {
            become('refused', {reason});
            return;
        }
        const pause = Math.min(RETRY_MOST, RETRY_FIRST * 2 ** failures) * (0.5 + Math.random() / 2);
        failures += 1;
        clearTimeout(retryTimer);
        retryTimer = setTimeout(connect, pause);
        become('waiting', {retryAt: Date.now() + pause});
    }

    function heard(frame) {
        if (net.state !== 'open') {
            greeted(frame);
        } else if ('re' in frame) {
            answer(frame);
        } else {
            tell(frame.on, frame);
            follows.push(frame);
        }
    }

    function greeted({ok, error}) {
        if (ok === undefined) {
            notGreeted(error);
            return;
        }
        const before = identity;
        failures = 0;
        if (before !== null && before.player !== ok.player) {
            abandon();
        }
        const next = {player: ok.player, name: ok.name, token: ok.token ?? before?.token};
        Object.assign(net, {state: 'open', reason: null, retryAt: null});
        if (JSON.stringify(next) !== JSON.stringify(before)) {
            keepIdentity(next);
        }
        follows.resume();
        requests.forEach(sendIfOpen);
        tell('state', 'open');
        introducing?.resolve(net.player);
        introducing = null;
    }

    function notGreeted(error) {
        const asked = introducing;
        introducing = null;
        if (asked === null && error.code !== 'bad_token') {
            lost(null, error.text); // the server is busy, or its disk is: later
            return;
        }
        drop();
        if (asked !== null) {
            asked.reject(new Refusal(error));
            connect();
        } else {
            become('refused', {reason: 'bad_token'});
        }
    }

    /** What one player asked is not another's business. */
    function abandon() {
        for (const request of requests) {
            requests.delete(request);
            request.reject(otherPlayer());
        }
    }

    // ---- who one is ----

    /** Makes the player if there is none, renames him otherwise. */
    async function introduce(name) {
        if (identity === null) {
            return hello({name});
        }
        const ok = await ask('rename', {name}, 'player');
        keepIdentity({...identity, name: ok.name});
        return net.player;
    }

    /** Becomes the player who asked for that code on another device. */
    function adopt(code) {
        return hello({code});
    }

    function hello(keys) {
        introducing?.reject(otherPlayer());
        return new Promise((resolve, reject) => {
            introducing = {keys, resolve, reject};
            drop();
            failures = 0;
            connect();
        });
    }

    /** This browser is nobody again. The player lives on wherever else his token is. */
    function forget() {
        drop();
        abandon();
        keepIdentity(null);
        connect();
    }

    storage.on('player', (next) => {
        const before = identity;
        identity = next;
        net.player = publicPart(next);
        if (before !== null && before.player !== next?.player) {
            abandon();
        }
        if (before?.token !== next?.token) {
            drop();
            connect();
        }
        tell('player', net.player);
    });

    // ---- staying awake ----

    /** Judges after a while. If the page itself was held up, what came meanwhile is heard first. */
    function judgeAfter(wait, judge) {
        const due = now() + wait;
        setTimeout(() => (now() - due > TICK ? setTimeout(judge, TICK) : judge()), wait);
    }

    /** Now rather than later; an attempt that hangs is given up for a new one. */
    function retry() {
        if (net.state !== 'open') {
            drop();
            failures = 0;
            connect();
        }
    }

    /** Asks whether the server is there, and takes silence for an answer. */
    function check(limit) {
        const asked = connection;
        const since = now();
        ask('ping', {}, 'page', {repeat: false}).catch(() => {});
        judgeAfter(limit, () => {
            if (connection === asked && connection !== null && connection.heard < since) {
                silence();
            }
        });
    }

    function wake() {
        if (net.state === 'waiting') {
            retry();
        } else if (net.state === 'open') {
            check(WAKING_LIMIT);
        }
    }

    /** What has been asked and not answered: since when, and how long we wait for it. */
    function questions() {
        const asked = [...requests].filter((request) => request.id !== null);
        const all = asked.map(({sentAt, silences}) => ({
            since: sentAt,
            limit: ANSWER_LIMIT * Math.min(2 ** silences, PATIENCE_MOST),
        }));
        return net.state === 'open' ? all : [...all, {since: connection.startedAt, limit: ANSWER_LIMIT}];
    }

    function tick() {
        judgeAfter(TICK, tick);
        if (connection === null) {
            return;
        }
        const {heard: heardAt} = connection;
        const asked = questions();
        // The most patient decides: behind its large answer all others wait, too.
        const limit = Math.max(...asked.map((one) => one.limit));
        if (asked.some(({since}) => now() - Math.max(heardAt, since) > limit)) {
            silence();
        } else if (now() - heardAt > SILENCE && net.state === 'open' && asked.length === 0) {
            check(ANSWER_LIMIT);
        }
    }

    judgeAfter(TICK, tick);
    window.addEventListener('online', wake);
    window.addEventListener('offline', wake);
    window.addEventListener('pageshow', (event) => event.persisted && wake());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());

    connect();
    return net;
}
