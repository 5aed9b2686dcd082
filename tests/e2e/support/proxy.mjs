// proxy.mjs: a network between a page and the server with simulated faults: delayed sockets, lost answers,
// dropped connections. Plain pages and files always get through, so that a page can be opened at any time.

import {connect, createServer} from 'node:net';

/**
 * @returns {Promise<{url, port, weather, requests, bury(), cut(), close()}>} weather: 'fair'; 'held': WebSocket
 *        handshakes are not answered; 'deaf': what the page sends arrives, but it receives nothing; requests: the
 *        HTTP requests as sent, with their headers
 */
export async function startProxy(server) {
    const links = new Set(); // {end(), isDead}
    const proxy = {weather: 'fair', requests: []};

    function link(page) {
        const far = connect(server.port, '127.0.0.1');
        let kind = null; // determined by the first bytes
        const end = () => {
            page.destroy();
            far.destroy();
            links.delete(both);
        };
        const both = {end, isDead: false};
        links.add(both);
        page.on('data', (bytes) => {
            if (kind !== 'socket') {
                proxy.requests.push(bytes.toString('latin1'));
            }
            kind ??= bytes.subarray(0, 7).toString() === 'GET /ws' ? 'socket' : 'file';
            if (kind === 'file' || (!both.isDead && proxy.weather !== 'held')) {
                far.write(bytes);
            }
        });
        far.on('data', (bytes) => {
            if (kind === 'file' || (!both.isDead && proxy.weather === 'fair')) {
                page.write(bytes);
            }
        });
        [page, far].forEach((side) => side.on('close', end).on('error', end));
    }

    const listener = createServer(link);
    await new Promise((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const {port} = listener.address();
    return Object.assign(proxy, {
        port,
        url: `http://127.0.0.1:${port}`,
        /** Silently stops all current connections without closing them; new ones work. */
        bury: () =>
            links.forEach((one) => {
                one.isDead = true;
            }),
        /** Drops all connections. */
        cut: () => links.forEach(({end}) => end()),
        close() {
            listener.close();
            links.forEach(({end}) => end());
        },
    });
}
