// visitor.js: the few requests that need no player: looking at a table or at a finished game. A visitor who has
// no name yet makes them on a connection of its own, which opens when needed and closes soon afterwards. If it
// breaks, the requests are sent again.

import {isAddressBanned, PROBE_AFTER} from './ban.js';
import {openSocket, whenOpen} from './socket.js';

/** What the server answers before `hello`. */
export const NEEDS_NO_PLAYER = new Set(['peek', 'replay', 'review', 'record', 'deduce', 'stats', 'puzzle']);

const IDLE = 15_000; // milliseconds after the last answer, then we close: the server would do it soon
const ANSWER_LIMIT = 20_000; // milliseconds without an answer after which the connection counts as dead
const RETRY_FIRST = 500;
const RETRY_MAX = 20_000;
const TRIES_MAX = 5;

/** `refusal` turns an error from the server into an exception; `banned` is called if it refuses this address. */
export function createVisitor({url, refusal, banned}) {
    const requests = new Set(); // unanswered ones
    let socket = null;
    let failures = 0;
    let nextId = 1;
    let retryTimer = null;
    let idleTimer = null;

    function request(verb, keys) {
        return new Promise((resolve, reject) => {
            const keysFor = typeof keys === 'function' ? keys : () => keys;
            requests.add({verb, keysFor, resolve, reject, id: null, times: 0, losses: 0});
            clearTimeout(idleTimer);
            sendAll();
        });
    }

    function sendAll() {
        if (socket?.readyState === WebSocket.OPEN) {
            requests.forEach(send);
        } else if (socket === null) {
            connect();
        }
    }

    function send(one) {
        if (one.id !== null || socket?.readyState !== WebSocket.OPEN) {
            return;
        }
        const id = nextId++;
        const mine = socket;
        one.id = id;
        one.times += 1;
        mine.send(JSON.stringify({id, do: one.verb, ...one.keysFor(one.losses)}));
        setTimeout(() => requests.has(one) && one.id === id && lost(mine), ANSWER_LIMIT);
    }

    function connect() {
        clearTimeout(retryTimer);
        const mine = openSocket(url);
        socket = mine;
        whenOpen(mine, sendAll);
        mine.onmessage = (event) => {
            failures = 0;
            answer(JSON.parse(event.data));
        };
        mine.onclose = () => lost(mine);
    }

    function close() {
        const old = socket;
        socket = null;
        if (old !== null) {
            old.onclose = null;
            old.onmessage = null;
            old.close();
        }
    }

    /** Gives the connection away, to a visitor who becomes a player. Returns null if there is none, or it is in use. */
    function release() {
        if (socket?.readyState !== WebSocket.OPEN || requests.size > 0) {
            return null;
        }
        clearTimeout(idleTimer);
        const released = socket;
        socket = null;
        return released;
    }

    function lost(which) {
        if (which !== socket) {
            return;
        }
        close();
        for (const one of requests) {
            one.losses += one.id === null ? 0 : 1;
            one.id = null;
        }
        if (requests.size > 0) {
            clearTimeout(retryTimer);
            retryTimer = setTimeout(sendAll, Math.min(RETRY_MAX, RETRY_FIRST * 2 ** failures));
            failures += 1;
            if (failures === PROBE_AFTER) {
                checkBan();
            }
        }
    }

    async function checkBan() {
        if ((await isAddressBanned()) && socket?.readyState !== WebSocket.OPEN) {
            clearTimeout(retryTimer);
            banned();
        }
    }

    function answer({re, ok, error}) {
        const one = [...requests].find((pending) => pending.id === re);
        if (one === undefined) {
            return;
        }
        if (error?.code === 'too_many_requests' && one.times < TRIES_MAX) {
            one.id = null;
            setTimeout(sendAll, 1000 * one.times);
            return;
        }
        requests.delete(one);
        if (requests.size === 0) {
            clearTimeout(idleTimer);
            idleTimer = setTimeout(close, IDLE);
        }
        if (ok === undefined) {
            one.reject(refusal(error));
        } else {
            one.resolve(ok);
        }
    }

    return {request, release};
}
