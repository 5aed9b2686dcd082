// client.mjs: a player without a page: requests, replies, pushes, and the current turn at each watched table.

import {randomBytes} from 'node:crypto';
import {openSocket} from './socket.mjs';
import {PATIENCE} from './checks.mjs';

export const newKey = () => randomBytes(18).toString('base64url');

/** @param {{name?: string, token?: string}} who  the keys of `hello` */
export async function connectClient(server, who) {
    const waiting = new Map(); // id → {resolve, reject}
    const wakers = new Set();
    let nextId = 1;

    const client = {
        player: null,
        token: null,
        turns: new Map(),
        pushes: [],
        ask,
        must,
        once,
        watch,
        until,
        close,
    };

    function take(message) {
        if ('re' in message) {
            waiting.get(message.re).resolve(message);
            waiting.delete(message.re);
        } else {
            client.pushes.push(message);
            if (message.on === 'turn') {
                client.turns.set(message.table, message);
            }
        }
        wakers.forEach((wake) => wake());
    }

    const socket = await openSocket(server.port, {
        isSecure: server.isSecure === true,
        text: (text) => take(JSON.parse(text)),
        closed: () => waiting.forEach(({reject}) => reject(new Error('the connection is closed'))),
    });

    /** Sends a request and returns the whole reply. */
    function ask(verb, keys = {}) {
        const id = nextId++;
        socket.send(JSON.stringify({id, do: verb, ...keys}));
        return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
    }

    /** Sends a request and returns its result; throws if it is refused. */
    async function must(verb, keys) {
        const reply = await ask(verb, keys);
        if (reply.ok === undefined) {
            throw new Error(`${verb} ${JSON.stringify(keys)}: ${JSON.stringify(reply.error)}`);
        }
        return reply.ok;
    }

    /** Sends a request that must not be executed twice. */
    function once(verb, keys) {
        return must(verb, {...keys, key: newKey()});
    }

    async function watch(table, keys = {}) {
        const ok = await must('watch', {table, views: true, ...keys});
        // The push of a later turn may have arrived together with this reply, and been taken before we get to run.
        if (ok.turn !== undefined && ok.seq >= (client.turns.get(table)?.seq ?? 0)) {
            client.turns.set(table, {...ok.turn, seq: ok.seq, view: ok.view});
        }
        return ok;
    }

    /** Waits until probe() returns true; probes whenever a message arrives. */
    async function until(probe, what) {
        if (probe()) {
            return;
        }
        await new Promise((resolve, reject) => {
            const timer = setTimeout(
                () => done(reject, new Error(`${client.name}: ${what} did not arrive`)),
                PATIENCE,
            );
            const done = (end, value) => {
                clearTimeout(timer);
                wakers.delete(wake);
                end(value);
            };
            const wake = () => probe() && done(resolve);
            wakers.add(wake);
        });
    }

    function close() {
        socket.close();
    }

    const ok = await must('hello', who);
    Object.assign(client, {player: ok.player, name: ok.name, token: ok.token ?? who.token});
    return client;
}
