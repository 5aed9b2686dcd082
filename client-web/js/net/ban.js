// ban.js: whether the server refuses this address. A page cannot see why a WebSocket does not open, so it requests the
// same URL as a plain file, which is refused to a banned client, too.

export const PROBE_AFTER = 2; // attempts to connect that failed before they were open

export async function isAddressBanned() {
    try {
        return (await fetch('/ws', {cache: 'no-store'})).status === 403;
    } catch {
        return false; // no connection at all
    }
}
