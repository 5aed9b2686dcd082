// socket.mjs: a minimal WebSocket (RFC 6455) on node's own sockets: text frames both ways, pings answered. For
// players without a page. Older versions of node have no WebSocket, and this one shares no code with the
// server.

import {createHash, randomBytes} from 'node:crypto';
import {connect} from 'node:net';
import {connect as connectTls} from 'node:tls';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CONTINUATION = 0,
    TEXT = 1,
    CLOSE = 8,
    PING = 9,
    PONG = 10;

function frame(opcode, payload) {
    const {length} = payload;
    const head =
        length < 126
            ? Buffer.from([0x80 | opcode, 0x80 | length])
            : Buffer.from([0x80 | opcode, 0x80 | 126, length >> 8, length & 255]);
    const mask = randomBytes(4);
    return Buffer.concat([head, mask, payload.map((byte, i) => byte ^ mask[i & 3])]);
}

/** Returns the first complete frame in `bytes` and the rest, or null. Frames from a server are not masked. */
function takeFrame(bytes) {
    if (bytes.length < 2) {
        return null;
    }
    const short = bytes[1] & 127;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < start) {
        return null;
    }
    const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (bytes.length < start + length) {
        return null;
    }
    return {
        opcode: bytes[0] & 15,
        last: bytes[0] >= 0x80,
        payload: bytes.subarray(start, start + length),
        rest: bytes.subarray(start + length),
    };
}

function greeting(port, key) {
    return [
        'GET /ws HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Protocol: gaslight.v1',
        `Sec-WebSocket-Key: ${key}`,
        '',
        '',
    ].join('\r\n');
}

/**
 * @param {{text(text: string), closed(), isSecure?: boolean}} hooks  isSecure: with TLS and any certificate
 * @returns {Promise<{send(text: string), close()}>} resolved after the handshake
 */
export function openSocket(port, {text, closed, isSecure = false}) {
    const socket = isSecure
        ? connectTls({port, host: '127.0.0.1', rejectUnauthorized: false})
        : connect(port, '127.0.0.1');
    const key = randomBytes(16).toString('base64');
    let bytes = Buffer.alloc(0);
    let parts = [];
    let open = false;

    function takeHandshake(resolve, reject) {
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) {
            return;
        }
        const answer = bytes.subarray(0, end).toString();
        const proof = createHash('sha1')
            .update(key + GUID)
            .digest('base64');
        if (!answer.startsWith('HTTP/1.1 101') || !answer.includes(proof)) {
            socket.destroy();
            reject(new Error(`no WebSocket: ${answer.split('\r\n')[0]}`));
            return;
        }
        open = true;
        bytes = bytes.subarray(end + 4);
        resolve({send: (said) => socket.write(frame(TEXT, Buffer.from(said))), close: () => socket.end()});
    }

    function takeFrames() {
        for (let one = takeFrame(bytes); one !== null; one = takeFrame(bytes)) {
            bytes = one.rest;
            if (one.opcode === PING) {
                socket.write(frame(PONG, one.payload));
            } else if (one.opcode === CLOSE) {
                socket.end();
            } else if (one.opcode === TEXT || one.opcode === CONTINUATION) {
                parts.push(one.payload);
                if (one.last) {
                    const whole = Buffer.concat(parts).toString();
                    parts = [];
                    text(whole);
                }
            }
        }
    }

    return new Promise((resolve, reject) => {
        socket.on('connect', () => socket.write(greeting(port, key)));
        socket.on('data', (more) => {
            bytes = Buffer.concat([bytes, more]);
            if (!open) {
                takeHandshake(resolve, reject);
            }
            if (open) {
                takeFrames();
            }
        });
        socket.on('error', reject);
        socket.on('close', () => {
            reject(new Error('closed'));
            closed();
        });
    });
}
