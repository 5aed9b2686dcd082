// shaper.mjs: a slow line between a page and the server, which counts what a visit costs: requests, connections, bytes and
// round trips, including those of TCP and TLS. Chromium's own network emulation counts no handshakes.
//
// Round trips are counted, not timed, so that the figures do not depend on the machine. Every connection and every piece
// of data gets the number of the round trip in which it arrives at the page:
//   - Opening a connection takes one round trip from the last one of which the page has received anything.
//   - An answer arrives one round trip after the page has sent something. A TLS handshake is data like any other.
//   - A connection begins with a window of ten segments, and every answered window makes it larger by as much (slow
//     start); what does not fit arrives one round trip later.
// What a page sends is taken as a consequence of all that it has received, except for the handshakes and the first request
// of a connection: they depend on this connection alone. The line also delays what it carries, so that connections used at
// the same time advance at the same pace, as they do in reality, and it waits for connections that have fallen behind
// because the machine is slow. How long the delay is makes no difference to the counts.

import {connect, createServer} from 'node:net';

const WINDOW = 10 * 1460; // bytes: RFC 6928
const REQUEST = /^(GET|HEAD|POST) \S+ HTTP\/1\.1\r\n/;
const TLS_HANDSHAKE = 22; // type of the records that begin one; later ones hold requests, but also its end
const TLS_FINISHED = 250; // bytes that are enough for the end of the handshake, and too few for a request

const HOLD_MAX = 5000; // milliseconds to wait for other connections; one that is never used must not stop everything

/** The time in milliseconds, comparable with the same sum in a page. */
export const clock = () => performance.timeOrigin + performance.now();

const sleep = (time) =>
    new Promise((resolve) => {
        setTimeout(resolve, time);
    });

/** Calls `work` for one thing after the other, each at its time at the earliest and once it `mayGo`. */
function createQueue() {
    let last = Promise.resolve();
    return (at, work, mayGo = () => true) => {
        last = last.then(async () => {
            await sleep(at - clock());
            while (!mayGo() && clock() < at + HOLD_MAX) {
                await sleep(1);
            }
            work();
        });
    };
}

/**
 * @param {{port: number}} server
 * @param {{isSecure?: boolean, delay?: number, rate?: number}} line  delay: milliseconds in each direction; rate: bits per
 *        second towards the page
 */
export async function startShaper(server, {isSecure = false, delay = 20, rate = Infinity} = {}) {
    const connections = new Set(); // {isBehind(trip), end()}
    const log = []; // {at, connections, requests, bytes, trip}
    let trip = 0; // the last round trip of which the page has received something
    let lineFree = 0; // when the line towards the page is free again

    const note = (what) => log.push({at: clock(), connections: 0, requests: 0, bytes: 0, trip: 0, ...what});

    function carry(page) {
        const far = connect(server.port, '127.0.0.1');
        const established = trip + 1;
        const openAt = clock() + 2 * delay;
        const [there, back] = [createQueue(), createQueue()];
        let window = WINDOW;
        let used = 0; // of the window
        let current = established; // round trip of the window
        let received = established; // round trip of the last answer
        let sent = established; // round trip in which the page has sent something last
        let hasRequest = false; // whether the first request of this connection has been sent
        let isAwaiting = false; // whether an answer is due
        note({connections: 1});

        const isRequest = (bytes) =>
            isSecure
                ? bytes.length > TLS_FINISHED && bytes[0] !== TLS_HANDSHAKE
                : REQUEST.test(bytes.subarray(0, 4096).toString('latin1'));

        /** Returns the round trip in which an answer of so many bytes arrives. */
        function arrival(bytes) {
            if (sent + 1 > current) {
                window += used;
                current = sent + 1;
                used = 0;
            }
            let rest = bytes;
            while (rest > window - used) {
                rest -= window - used;
                window *= 2;
                used = 0;
                current += 1;
            }
            used += rest;
            return current;
        }

        page.on('data', (bytes) => {
            sent = hasRequest ? Math.max(trip, received) : received;
            isAwaiting = true;
            hasRequest ||= isRequest(bytes);
            note({requests: !isSecure && isRequest(bytes) ? 1 : 0});
            there(Math.max(clock(), openAt) + delay, () => far.write(bytes));
        });
        far.on('data', (bytes) => {
            // Session tickets follow the handshake, but the first request does not wait for them.
            const isTicket = !hasRequest && received > established;
            const when = isTicket ? received : arrival(bytes.length);
            lineFree = Math.max(lineFree, clock()) + (bytes.length * 8000) / rate;
            back(lineFree + delay + 2 * delay * Math.max(0, when - sent - 1), () => {
                trip = Math.max(trip, when);
                received = Math.max(received, when);
                isAwaiting = isAwaiting && when <= sent;
                note({bytes: bytes.length, trip: when});
                page.write(bytes);
            }, () => ![...connections].some((other) => other !== own && other.isBehind(when)));
        });
        /** Whether something is due here that arrives in an earlier round trip. */
        const isBehind = (when) => (isAwaiting && sent + 1 < when) || (!hasRequest && received + 1 < when);
        const end = () => {
            connections.delete(own);
            page.destroy();
            far.destroy();
        };
        const own = {isBehind, end};
        connections.add(own);
        page.on('close', end).on('error', end);
        far.on('error', end).on('close', () => back(clock() + delay, () => page.end()));
    }

    const listener = createServer(carry);
    await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const {port} = listener.address();
    return {
        port,
        url: `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}`,
        /** Returns what has happened until then: {connections, requests (not with TLS), bytes, trips}. */
        until(time) {
            const past = log.filter(({at}) => at <= time);
            const sum = (key) => past.reduce((all, one) => all + one[key], 0);
            const trips = Math.max(0, ...past.map((one) => one.trip));
            return {connections: sum('connections'), requests: sum('requests'), bytes: sum('bytes'), trips};
        },
        close() {
            listener.close();
            connections.forEach(({end}) => end());
        },
    };
}
