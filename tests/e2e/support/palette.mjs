// palette.mjs: reduces a PNG to 256 colours. Screenshots have few colours, so the difference is invisible, and
// the file is a third of the size. Supports only PNGs as browsers write them: 8-bit RGB, not interlaced.

import {deflateSync, inflateSync} from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
const RGB = 2,
    INDEXED = 3;

// ---- Reading --------------------------------------------------------------------------------------------

function chunksOf(png) {
    const chunks = [];
    for (let at = SIGNATURE.length; at < png.length;) {
        const length = png.readUInt32BE(at);
        chunks.push({
            type: png.toString('latin1', at + 4, at + 8),
            data: png.subarray(at + 8, at + 8 + length),
        });
        at += length + 12;
    }
    return chunks;
}

const paeth = (left, up, corner) => {
    const guess = left + up - corner;
    const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
    return a <= b && a <= c ? left : b <= c ? up : corner;
};
const PREDICT = [() => 0, (left) => left, (left, up) => up, (left, up) => (left + up) >> 1, paeth];

/** Returns {width, height, pixels}: three bytes per pixel, row by row. */
function decode(png) {
    const chunks = chunksOf(png);
    const head = chunks[0].data;
    const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
    if (head[8] !== 8 || head[9] !== RGB || head[12] !== 0) {
        throw new Error('not a non-interlaced 8-bit RGB PNG');
    }
    const rows = inflateSync(Buffer.concat(chunks.filter(({type}) => type === 'IDAT').map(({data}) => data)));
    const stride = width * 3;
    const pixels = Buffer.alloc(stride * height);
    for (let y = 0; y < height; y++) {
        const predict = PREDICT[rows[y * (stride + 1)]];
        for (let x = 0; x < stride; x++) {
            const at = y * stride + x;
            const left = x < 3 ? 0 : pixels[at - 3];
            const up = y === 0 ? 0 : pixels[at - stride];
            const corner = x < 3 || y === 0 ? 0 : pixels[at - stride - 3];
            pixels[at] = rows[y * (stride + 1) + 1 + x] + predict(left, up, corner);
        }
    }
    return {width, height, pixels};
}

// ---- Choosing colours: splits the box with the largest error until there are enough ---------------------

const CHANNELS = [(colour) => colour >> 16, (colour) => (colour >> 8) & 255, (colour) => colour & 255];

function boxOf(colours) {
    const spans = CHANNELS.map((channel) => {
        const values = colours.map(([colour]) => channel(colour));
        return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    });
    const widest = spans.indexOf(Math.max(...spans));
    const weight = colours.reduce((sum, [, count]) => sum + count, 0);
    return {colours, widest, loss: spans[widest] ** 2 * Math.sqrt(weight)};
}

function cut({colours, widest}) {
    const channel = CHANNELS[widest];
    const sorted = [...colours].sort(([a], [b]) => channel(a) - channel(b));
    const middle = (channel(sorted[0][0]) + channel(sorted[sorted.length - 1][0])) / 2;
    const at = Math.max(
        1,
        sorted.findIndex(([colour]) => channel(colour) > middle),
    );
    return [boxOf(sorted.slice(0, at)), boxOf(sorted.slice(at))];
}

function mean({colours}) {
    const weight = colours.reduce((sum, [, count]) => sum + count, 0);
    return CHANNELS.map((channel) =>
        Math.round(colours.reduce((sum, [colour, count]) => sum + channel(colour) * count, 0) / weight),
    );
}

function boxesOf(counts) {
    const boxes = [boxOf([...counts])];
    while (boxes.length < COLOURS) {
        const worst = boxes.reduce((one, two) => (two.loss > one.loss ? two : one));
        if (worst.loss === 0) {
            break;
        }
        boxes.splice(boxes.indexOf(worst), 1, ...cut(worst));
    }
    return boxes;
}

// ---- Writing --------------------------------------------------------------------------------------------

/** The CRC that PNG uses; older versions of node have none. */
function crc32(bytes) {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit++) {
            crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
        }
    }
    return ~crc >>> 0;
}

function chunk(type, data) {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Returns the same picture in 256 colours. */
export function withFewColours(png) {
    const {width, height, pixels} = decode(png);
    const colourAt = (i) => (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
    const counts = new Map();
    for (let i = 0; i < pixels.length; i += 3) {
        counts.set(colourAt(i), (counts.get(colourAt(i)) ?? 0) + 1);
    }
    const boxes = boxesOf(counts);
    const index = new Map(boxes.flatMap((box, i) => box.colours.map(([colour]) => [colour, i])));
    const rows = Buffer.alloc((width + 1) * height); // each row starts with 0: no prediction
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            rows[y * (width + 1) + 1 + x] = index.get(colourAt((y * width + x) * 3));
        }
    }
    const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, INDEXED, 0, 0, 0]);
    head.writeUInt32BE(width, 0);
    head.writeUInt32BE(height, 4);
    return Buffer.concat([
        SIGNATURE,
        chunk('IHDR', head),
        chunk('PLTE', Buffer.from(boxes.flatMap(mean))),
        chunk('IDAT', deflateSync(rows, {level: 9, memLevel: 9})),
        chunk('IEND', Buffer.alloc(0)),
    ]);
}
