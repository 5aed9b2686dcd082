// push.test.mjs: Web Push as a push service and a browser see it: decrypted by a library that shares no code with the
// server, and with its signature verified. No page is needed.

import {createECDH, createPublicKey, randomBytes, verify} from 'node:crypto';
import {createServer} from 'node:http';
import ece from 'http_ece';
import {connectClient, newKey} from './support/client.mjs';
import {check, equal, until} from './support/checks.mjs';
import {test} from './support/testing.mjs';
import {subscribeToPush} from '../../client-web/js/net/push.js';
import {handlePush} from '../../client-web/js/net/push_events.js';

const PUBLIC_URL = 'https://gaslight.example';
const ON = {'public-url': PUBLIC_URL, 'notify-private': true, 'notify-retry-seconds': 1, 'codes-per-minute': 1000};

/** A push service: keeps what it gets, and answers with `statuses`, then with 201. */
async function pushService(stage, statuses = []) {
    const got = [];
    const server = createServer(async (request, response) => {
        const pieces = [];
        for await (const piece of request) {
            pieces.push(piece);
        }
        got.push({path: request.url, headers: request.headers, body: Buffer.concat(pieces)});
        response.writeHead(statuses.shift() ?? 201).end();
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    stage.closing(() => server.close());
    const origin = `http://127.0.0.1:${server.address().port}`;
    return {got, origin, count: (n) => until(() => got.length >= n, `push message ${n}`)};
}

/** What a browser has after it has subscribed. */
function browser(origin) {
    const keys = createECDH('prime256v1');
    const auth = randomBytes(16);
    keys.generateKeys();
    return {
        keys,
        auth,
        request: {
            kind: 'push',
            address: `${origin}/push/${randomBytes(8).toString('hex')}`,
            p256dh: keys.getPublicKey('base64url'),
            auth: auth.toString('base64url'),
        },
    };
}

function read({keys, auth}, {headers, body}) {
    equal(headers['content-encoding'], 'aes128gcm', 'the encoding');
    const plain = ece.decrypt(body, {
        version: 'aes128gcm',
        privateKey: keys,
        authSecret: auth.toString('base64url'),
    });
    return JSON.parse(plain.toString('utf8'));
}

/** Verifies the token of RFC 8292. */
function checkVapid({headers}, origin, key) {
    const [, token, shown] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization);
    equal(shown, key, 'the key that the page was given');
    const [head, claims, signature] = token.split('.');
    const point = Buffer.from(key, 'base64url');
    const jwk = {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
    };
    const good = verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        {key: createPublicKey({key: jwk, format: 'jwk'}), dsaEncoding: 'ieee-p1363'},
        Buffer.from(signature, 'base64url'),
    );
    check(good, 'the signature');
    const said = JSON.parse(Buffer.from(claims, 'base64url'));
    equal([said.aud, said.sub], [origin, PUBLIC_URL], 'who it is for and from');
    const hours = (said.exp - Date.now() / 1000) / 3600;
    check(hours > 0 && hours < 24, `valid for ${hours} hours`);
}

/** A game in which the police have subscribed and are away. Ends with Jack's choice, so that it is their turn. */
async function game(server, subscriptions) {
    const jack = await connectClient(server, {name: 'Jack'});
    const police = await connectClient(server, {name: 'Ann'});
    const {table} = await jack.must('create', {key: newKey(), game: 'whitehall'});
    const colours = ['yellow', 'blue', 'red'];
    await jack.must('pawns', {table: table.id, pawns: ['jack']});
    await police.must('join', {table: table.id, pawns: colours});
    await jack.watch(table.id);
    await jack.must('start', {table: table.id});
    const {key} = await police.must('notify', {});
    for (const {request} of subscriptions) {
        await police.must('subscribe', request);
    }
    await until(() => jack.turns.get(table.id)?.legal !== undefined, 'the first turn');
    return {jack, police, table: table.id, key};
}


test('a push message can be decrypted by its browser, and says who sent it', async (stage) => {
    const server = await stage.server(ON);
    const service = await pushService(stage);
    const phone = browser(service.origin);
    const {jack, police, table, key} = await game(server, [phone]);
    await service.count(1);
    equal(read(phone, service.got[0]).event, 'test', 'the first message');
    police.close();
    await jack.must('chat', {table, key: newKey(), to: 'table', text: 'Good evening'});
    await service.count(2);
    const got = service.got[1];
    const said = read(phone, got);
    check(said.id.length > 0, 'an id');
    equal(
        [said.event, said.table, said.text, said.url],
        ['chat', table, 'There is a new message at your Whitehall Mystery table.', `/table/${table}`],
        'what it says',
    );
    checkVapid(got, service.origin, key);
    equal(got.headers.topic, table, 'a later message about the table replaces it');
    check(Number(got.headers.ttl) > 86000 && Number(got.headers.ttl) <= 86400, `TTL ${got.headers.ttl}`);
    equal(service.got[0].body.length, got.body.length, 'all messages have the same length');
    jack.close();
});

test('the key survives a restart, and a browser that has unsubscribed is dropped', async (stage) => {
    const server = await stage.server(ON);
    const service = await pushService(stage, [201, 201, 410]);
    const phone = browser(service.origin);
    const other = browser(service.origin);
    const {jack, police, table, key} = await game(server, [phone, other]);
    await service.count(2);
    const {token} = police;
    police.close();
    jack.close();
    await server.stop('SIGTERM');
    await server.start();
    const again = await connectClient(server, {token});
    equal((await again.must('notify', {})).key, key, 'the key');
    again.close();
    const back = await connectClient(server, {token: jack.token});
    await back.must('chat', {table, key: newKey(), to: 'table', text: 'Good evening'});
    await service.count(4);
    back.close();
    const police2 = await connectClient(server, {token});
    await until(async () => (await police2.must('notify', {})).channels.length === 1, 'one channel to remain');
    for (const wrong of [{...phone.request, auth: 'x'}, {...phone.request, p256dh: 'x'}]) {
        equal((await police2.ask('subscribe', wrong)).error?.code, 'bad_address', 'keys that are none');
    }
    police2.close();
});

/** A service worker's global object, with these pages open. */
function worker(...urls) {
    const listeners = {};
    const shown = [];
    const done = [];
    const page = (url) => ({
        url,
        focus: async () => done.push(`focus ${url}`),
        navigate: async (to) => done.push(`navigate ${to}`),
    });
    const scope = {
        addEventListener: (name, listener) => (listeners[name] = listener),
        registration: {showNotification: async (title, how) => shown.push({title, ...how})},
        location: {origin: 'https://gaslight.example'},
        clients: {
            matchAll: async () => urls.map((path) => page(`https://gaslight.example${path}`)),
            openWindow: async (url) => done.push(`open ${url}`),
        },
    };
    handlePush(scope);
    /** Reports an event to the worker, and waits until it has dealt with it. */
    async function report(name, event) {
        let ended;
        listeners[name]({...event, waitUntil: (promise) => (ended = promise)});
        await ended;
    }
    return {shown, done, report};
}

test('the service worker shows a message, and a click leads to the table', async () => {
    const message = {id: 'x', event: 'turn', table: 'k3f9', text: 'It’s your turn.', url: '/table/k3f9'};
    const click = {notification: {close() {}, data: {url: message.url}}};
    const closed = worker();
    await closed.report('push', {data: {json: () => message}});
    equal([closed.shown[0].body, closed.shown[0].tag], [message.text, 'gaslight-k3f9'], 'the notification');
    equal(closed.shown[0].data, {url: '/table/k3f9'}, 'where it leads');
    await closed.report('notificationclick', click);
    equal(closed.done, ['open https://gaslight.example/table/k3f9'], 'without a page');
    const there = worker('/', '/table/k3f9');
    await there.report('notificationclick', click);
    equal(there.done, ['focus https://gaslight.example/table/k3f9'], 'with a page of the table');
    const elsewhere = worker('/archive');
    await elsewhere.report('notificationclick', click);
    equal(
        elsewhere.done,
        ['focus https://gaslight.example/archive', 'navigate https://gaslight.example/table/k3f9'],
        'with another page',
    );
    const odd = worker();
    await odd.report('push', {data: null});
    equal(odd.shown.length, 1, 'something must be shown for every message');
    await odd.report('notificationclick', {notification: {close() {}, data: {url: 'https://evil.example/'}}});
    equal(odd.done, ['open /'], 'never another site');
});

test('a browser replaces its subscription with another key of the server', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    let ended = 0;
    const subscription = (key) => ({
        key,
        endpoint: `https://push.example/${key}`,
        getKey: () => new Uint8Array([1, 2, 3]).buffer,
        unsubscribe: async () => {
            current = null;
            ended += 1;
        },
    });
    let current = subscription('old');
    const pushManager = {
        getSubscription: async () => current,
        subscribe: async ({applicationServerKey}) => {
            if (applicationServerKey === 'refused' || (current !== null && current.key !== applicationServerKey)) {
                throw new Error('InvalidStateError');
            }
            current ??= subscription(applicationServerKey);
            return current;
        },
    };
    globalThis.Notification = {requestPermission: async () => 'granted'};
    globalThis.window = {PushManager: {}, Notification};
    const serviceWorker = {getRegistration: async () => ({pushManager})};
    Object.defineProperty(globalThis, 'navigator', {value: {serviceWorker}, configurable: true});
    try {
        equal((await subscribeToPush('new')).address, 'https://push.example/new', 'the new one');
        equal(ended, 1, 'the old one has ended');
        equal(await subscribeToPush('refused'), null, 'a push service that refuses');
    } finally {
        delete globalThis.window;
        delete globalThis.Notification;
        delete globalThis.navigator;
        if (before !== undefined) {
            Object.defineProperty(globalThis, 'navigator', before);
        }
    }
});
