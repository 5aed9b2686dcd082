// push_events.js: what the service worker does with push messages and with clicks on notifications. The worker calls
// handlePush(self). Pages do not load this file.

const ICON = '/icons/icon-192.png'; // Android shows no SVG here

/** Shows a message of the server: {text, table, url, ...}; see docs/protocol.md, Notifications. */
function showMessage(scope, message) {
    return scope.registration.showNotification('Gaslight', {
        body: message.text,
        icon: ICON,
        tag: message.table === '' ? 'gaslight' : `gaslight-${message.table}`, // replaces the last one about this table
        renotify: true, // with a sound all the same: the last one may have been ignored
        data: {url: message.url},
    });
}

/** A message that cannot be read is still shown: browsers require that something is. */
function readMessage(data) {
    try {
        const {text, table, url} = data.json();
        return {text: String(text), table: String(table), url: String(url)};
    } catch {
        return {text: 'Gaslight', table: '', url: '/'};
    }
}

/** Shows the page that a notification is about: an open one of that table, any other open one, or a new one. */
async function openPage(scope, url) {
    const wanted = new URL(url, scope.location.origin);
    const pages = await scope.clients.matchAll({type: 'window', includeUncontrolled: true});
    const same = pages.find((page) => new URL(page.url).pathname === wanted.pathname);
    const page = same ?? pages[0];
    if (wanted.origin !== scope.location.origin || page === undefined) {
        return scope.clients.openWindow(wanted.origin === scope.location.origin ? wanted.href : '/');
    }
    await page.focus();
    return same === undefined ? page.navigate(wanted.href).catch(() => scope.clients.openWindow(wanted.href)) : page;
}

/** @param scope  the service worker's global object */
export function handlePush(scope) {
    scope.addEventListener('push', (event) => {
        event.waitUntil(showMessage(scope, readMessage(event.data)));
    });
    scope.addEventListener('notificationclick', (event) => {
        event.notification.close();
        event.waitUntil(openPage(scope, event.notification.data?.url ?? '/'));
    });
}
