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

/**
 * Returns all steps of a record file as `who` sees them, with deductions if `deduce` is set. The server replays
 * the file: the page has no rules of its own.
 */
export async function readRecord(text, who, {deduce = false} = {}) {
    const query = new URLSearchParams({as: who, ...(deduce && {deduce: 'yes'})});
    const response = await fetch(`/replay?${query}`, {
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
