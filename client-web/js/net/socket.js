// socket.js: opens WebSockets to the server. early.js opens the first one before the client has been loaded, because
// connecting takes as many round trips as loading it.

/** Returns a socket, which may be open already: the one of early.js if it has not failed, otherwise a new one. */
export function openSocket(url) {
    const early = window.gaslightSocket;
    delete window.gaslightSocket;
    const isGood = early !== undefined && early.url === url && early.readyState <= WebSocket.OPEN;
    return isGood ? early : new WebSocket(url, 'gaslight.v1');
}

/** Calls `opened` when the socket is open, or soon if it is, unless its onopen has been changed meanwhile. */
export function whenOpen(socket, opened) {
    socket.onopen = opened;
    if (socket.readyState === WebSocket.OPEN) {
        queueMicrotask(() => socket.onopen === opened && opened());
    }
}
