// records.js: records of finished games as files: downloading one, having the server replay one, and a picture of it.

function offer(blob, name) {
    const address = URL.createObjectURL(blob);
    const link = document.createElement('a');
    link.href = address;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Offers the record to the player as a download. */
export const saveRecord = (record, name) =>
    offer(new Blob([JSON.stringify(record, null, 1) + '\n'], {type: 'application/json'}), name);

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

const PICTURE_SCALE = 1.5; // pixels per unit of the board

/** Returns SVG, drawn by the browser as a PNG. */
async function painted(svg) {
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(svg);
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * PICTURE_SCALE);
    canvas.height = Math.round(image.naturalHeight * PICTURE_SCALE);
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

/** Offers a picture of a finished game, with Jack's whole trail, as a download. The server draws it. */
export async function savePicture(record, name) {
    const {picture} = await post(JSON.stringify(record), {picture: 'yes'});
    offer(await painted(picture), name);
}
