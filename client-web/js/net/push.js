// push.js: this browser's subscription to Web Push. It needs a service worker, which shows the messages
// (push_events.js), so there is none in browsers or on pages without one.

const base64url = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');

async function registration() {
    if (!('PushManager' in window) || !('Notification' in window)) {
        return null;
    }
    return (await navigator.serviceWorker?.getRegistration()) ?? null;
}

/** Resolves once this browser can subscribe, which on a first visit is later; never if it cannot. */
export async function pushReady() {
    if (!('PushManager' in window) || !('Notification' in window) || navigator.serviceWorker === undefined) {
        return new Promise(() => {});
    }
    return navigator.serviceWorker.ready;
}

/** Returns the endpoint of this browser's subscription, or null. */
export async function currentEndpoint() {
    const subscription = await (await registration())?.pushManager.getSubscription();
    return subscription?.endpoint ?? null;
}

/** Subscribes, in place of a subscription with another key of the server if there is one. */
async function subscribeWith(manager, key) {
    const how = {userVisibleOnly: true, applicationServerKey: key};
    try {
        return await manager.subscribe(how);
    } catch (problem) {
        const old = await manager.getSubscription();
        if (old === null) {
            throw problem;
        }
        await old.unsubscribe();
        return manager.subscribe(how);
    }
}

/**
 * Asks for permission and subscribes. Returns the keys of the request `subscribe`, or null if the player or the browser
 * says no.
 * @param key  the server's public key
 */
export async function subscribeToPush(key) {
    const worker = await registration();
    if (worker === null || (await Notification.requestPermission()) !== 'granted') {
        return null;
    }
    try {
        const subscription = await subscribeWith(worker.pushManager, key);
        return {
            kind: 'push',
            address: subscription.endpoint,
            p256dh: base64url(subscription.getKey('p256dh')),
            auth: base64url(subscription.getKey('auth')),
        };
    } catch {
        return null; // there is no push service
    }
}

/** Ends this browser's subscription, if `endpoint` is its own. */
export async function unsubscribeFromPush(endpoint) {
    const subscription = await (await registration())?.pushManager.getSubscription();
    if (subscription?.endpoint === endpoint) {
        await subscription.unsubscribe();
    }
}
