// version.js: the version of the client that this page runs. Its parts are requested under that version and the server
// has only one (server/net/static_files.h), so that parts of two versions never meet: after an update of the server, an
// old page loads the new one as soon as it needs a part that it does not have.

const OWN = /\/v-\w+\//.exec(import.meta.url)?.[0] ?? null;
const TRIED = 'gaslight.reloaded'; // in sessionStorage: the version that was reloaded last

/** Returns whether the server answers, and with another version than this one. */
async function isOutdated() {
    const page = await fetch('/', {cache: 'no-store'}).then(
        (answer) => (answer.ok ? answer.text() : ''),
        () => '',
    );
    return OWN !== null && /\/v-\w+\//.test(page) && !page.includes(OWN);
}

/** Reloads the page if the server has another version; returns false if it has not. At most once per version. */
export async function reloadIfOutdated() {
    if (!(await isOutdated())) {
        return false;
    }
    try {
        if (sessionStorage.getItem(TRIED) === OWN) {
            return false;
        }
        sessionStorage.setItem(TRIED, OWN);
    } catch {
        return false; // without storage nothing would stop it from reloading again and again
    }
    window.location.reload();
    return true;
}
