// records.js: records of finished games as files: downloading one, and having the server replay one.

/** Offers the record to the player as a download. */
export function saveRecord(record, name) {
    const address = URL.createObjectURL(
        new Blob([JSON.stringify(record, null, 1) + '\n'], {type: 'application/json'}),
    );
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Sends a record file to the server, which does not store it. Throws the server's error. */
async function post(text, parameters) {
    const response = await fetch(`/replay?${new URLSearchParams(parameters)}`, {
        method: 'POST',
        headers: {'Content-Type': 'application/json'},
        body: text,
    });
    const answer = await response
        .json()
        .catch(() => ({error: {code: 'unreadable', text: String(response.status)}}));
    if (answer.error !== undefined) {
        throw answer.error;
    }
    return answer;
}

/**
 * Returns all steps of a record file as `who` sees them, with deductions if `deduce` is set. The server replays
 * the file: the page has no rules of its own.
 */
export const readRecord = (text, who, {deduce = false} = {}) =>
    post(text, {as: who, ...(deduce && {deduce: 'yes'})});

/** Returns the review of a record file. */
export const reviewRecord = async (text) => (await post(text, {review: 'yes'})).review;
