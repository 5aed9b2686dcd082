// proxy.mjs: a network between a page and the server that can be made worse: the socket delayed, answers
// swallowed, everything cut. Plain pages and files always pass, so that a page can be opened in any weather.

import {connect, createServer} from 'node:net';

/**
 * @returns {Promise<{url, port, weather, bury(), cut(), close()}>}
 *          weather: 'fair'; 'held': a WebSocket is not even answered; 'deaf': what the page says arrives, but
 *          it hears nothing
 */
export async function startProxy(server) {
    const links = new Set(); // {end(), isDead}
    const proxy = {weather: 'fair'};

    function link(page) {
        const far = connect(server.port, '127.0.0.1');
        let kind = null; // known with the first bytes
        const end = () => {
            page.destroy();
            far.destroy();
            links.delete(both);
        };
        const both = {end, isDead: false};
        links.add(both);
        page.on('data', (bytes) => {
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
        /** The connections there are carry nothing any more, and neither side is told; new ones are fair. */
        bury: () =>
            links.forEach((one) => {
                one.isDead = true;
            }),
        /** Every connection is lost at once. */
        cut: () => links.forEach(({end}) => end()),
        close() {
            listener.close();
            links.forEach(({end}) => end());
        },
    });
}
