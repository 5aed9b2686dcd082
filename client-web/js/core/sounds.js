// sounds.js: short sounds, synthesised in the browser: one for each kind of announcement, for the player's turn, for
// a clock that is running out and for chat. No files are loaded. The audio hardware is released when nothing
// has played for a moment.
//
// Which sound is played depends on its name alone, and callers choose it by what the server sent to this viewer.

/**
 * Each sound is a list of parts: {wave, from, to, at, lasts, loud}. `wave` is the form of an oscillator, or
 * 'noise'; its frequency (for noise, the frequency that is let through) goes from `from` to `to` hertz; `at` and
 * `lasts` are in seconds.
 */
export const SOUNDS = {
    turn: [
        {wave: 'sine', from: 880, at: 0, lasts: 0.9, loud: 0.5},
        {wave: 'sine', from: 1320, at: 0.14, lasts: 0.9, loud: 0.5},
    ],
    murder: [
        {wave: 'sawtooth', from: 311, to: 70, at: 0, lasts: 0.9, loud: 0.35},
        {wave: 'noise', from: 2400, to: 200, at: 0, lasts: 0.35, loud: 0.5},
        {wave: 'sine', from: 55, at: 0.1, lasts: 1.2, loud: 0.7},
    ],
    alarm: [0, 0.22, 0.44].flatMap((at) => [
        {wave: 'square', from: 1865, at, lasts: 0.16, loud: 0.14},
        {wave: 'square', from: 1976, at: at + 0.03, lasts: 0.16, loud: 0.14},
    ]),
    clue: [
        {wave: 'triangle', from: 523, at: 0, lasts: 0.25, loud: 0.5},
        {wave: 'triangle', from: 659, at: 0.1, lasts: 0.25, loud: 0.5},
        {wave: 'triangle', from: 784, at: 0.2, lasts: 0.5, loud: 0.5},
    ],
    no_clue: [{wave: 'triangle', from: 262, to: 208, at: 0, lasts: 0.28, loud: 0.4}],
    arrest: [
        {wave: 'noise', from: 5000, to: 3000, at: 0, lasts: 0.09, loud: 0.6},
        {wave: 'noise', from: 4200, to: 2500, at: 0.13, lasts: 0.12, loud: 0.6},
        {wave: 'triangle', from: 392, at: 0.3, lasts: 0.3, loud: 0.5},
        {wave: 'triangle', from: 587, at: 0.42, lasts: 0.7, loud: 0.5},
    ],
    failed_arrest: [
        {wave: 'noise', from: 4200, to: 2500, at: 0, lasts: 0.1, loud: 0.45},
        {wave: 'triangle', from: 294, to: 147, at: 0.12, lasts: 0.5, loud: 0.45},
    ],
    special: [
        {wave: 'noise', from: 500, to: 900, at: 0, lasts: 0.12, loud: 0.5},
        {wave: 'noise', from: 500, to: 900, at: 0.18, lasts: 0.12, loud: 0.5},
        {wave: 'noise', from: 500, to: 900, at: 0.36, lasts: 0.18, loud: 0.5},
    ],
    letter: [
        {wave: 'noise', from: 6500, to: 3500, at: 0, lasts: 0.3, loud: 0.35},
        {wave: 'sine', from: 466, to: 440, at: 0.22, lasts: 0.6, loud: 0.4},
    ],
    discovery: [
        {wave: 'triangle', from: 440, at: 0, lasts: 0.9, loud: 0.4},
        {wave: 'triangle', from: 466, at: 0, lasts: 0.9, loud: 0.4},
        {wave: 'sine', from: 110, at: 0.05, lasts: 1, loud: 0.6},
    ],
    patrol: [{wave: 'square', from: 1480, to: 1568, at: 0, lasts: 0.16, loud: 0.12}],
    wretched: [{wave: 'triangle', from: 349, to: 330, at: 0, lasts: 0.4, loud: 0.4}],
    wait: [
        {wave: 'sine', from: 220, at: 0, lasts: 0.35, loud: 0.5},
        {wave: 'sine', from: 196, at: 0.3, lasts: 0.5, loud: 0.5},
    ],
    home: [
        {wave: 'noise', from: 300, to: 120, at: 0, lasts: 0.25, loud: 0.8},
        {wave: 'sine', from: 98, to: 82, at: 0, lasts: 0.5, loud: 0.6},
    ],
    // A church bell.
    night: [
        {wave: 'sine', from: 208, at: 0, lasts: 2.2, loud: 0.5},
        {wave: 'sine', from: 415, at: 0, lasts: 1.6, loud: 0.25},
        {wave: 'sine', from: 494, at: 0, lasts: 1.3, loud: 0.2},
        {wave: 'sine', from: 623, at: 0, lasts: 0.9, loud: 0.12},
    ],
    won: [587, 740, 880, 1175].map((from, i) => ({
        wave: 'triangle',
        from,
        at: i * 0.14,
        lasts: i === 3 ? 1 : 0.3,
        loud: 0.45,
    })),
    lost: [415, 370, 349, 277].map((from, i) => ({
        wave: 'triangle',
        from,
        at: i * 0.2,
        lasts: i === 3 ? 1.1 : 0.35,
        loud: 0.45,
    })),
    undo: [{wave: 'sine', from: 330, to: 494, at: 0, lasts: 0.2, loud: 0.35}],
    step: [
        {wave: 'noise', from: 240, at: 0, lasts: 0.07, loud: 0.55},
        {wave: 'noise', from: 200, at: 0.19, lasts: 0.08, loud: 0.55},
    ],
    walk: [{wave: 'noise', from: 900, to: 600, at: 0, lasts: 0.05, loud: 0.3}],
    clock: [0, 0.25].map((at) => ({wave: 'square', from: 1047, at, lasts: 0.08, loud: 0.2})),
    chat: [{wave: 'sine', from: 740, to: 880, at: 0, lasts: 0.14, loud: 0.3}],
};

const LOUDEST = 0.8; // of a part, at full volume
const SILENT = 0.0001; // exponential ramps cannot reach 0
const REST = 600; // milliseconds of silence after which the audio hardware is released
const DEFAULT_VOLUME = 60; // of 100

/** Returns half a second of noise, made once. */
function noiseOf(audio) {
    const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let i = 0; i < samples.length; i++) {
        samples[i] = Math.random() * 2 - 1;
    }
    return buffer;
}

export function createSounds({storage}) {
    let audio = null;
    let noise = null;
    let output = null; // keeps parts that sound together from clipping
    let silentAt = 0; // when the last sound ends, in the time of `audio`
    let timer = null;

    /** Browsers block sound until the player has interacted with the page, and log a warning. */
    const isAllowed = () =>
        window.AudioContext !== undefined && navigator.userActivation?.hasBeenActive !== false;

    const volume = () => storage.get('sound.volume', DEFAULT_VOLUME);

    /** Creates the source of a part and what its frequency is a property of: {source, pitched, last}. */
    function sourceOf({wave}) {
        if (wave !== 'noise') {
            const source = audio.createOscillator();
            source.type = wave;
            return {source, pitched: source, last: source};
        }
        noise ??= noiseOf(audio);
        const source = audio.createBufferSource();
        source.buffer = noise;
        const filter = audio.createBiquadFilter();
        filter.type = 'bandpass';
        return {source, pitched: filter, last: source.connect(filter)};
    }

    function playPart(part, from, loudest) {
        const {source, pitched, last} = sourceOf(part);
        const start = from + part.at;
        const end = start + part.lasts;
        pitched.frequency.setValueAtTime(part.from, start);
        if (part.to !== undefined) {
            pitched.frequency.exponentialRampToValueAtTime(part.to, end);
        }
        const loudness = audio.createGain();
        loudness.gain.setValueAtTime(SILENT, start);
        loudness.gain.exponentialRampToValueAtTime(part.loud * loudest, start + 0.012);
        loudness.gain.exponentialRampToValueAtTime(SILENT, end);
        last.connect(loudness).connect(output);
        source.start(start);
        source.stop(end);
        silentAt = Math.max(silentAt, end);
    }

    /** Releases the audio hardware once everything has been played. */
    function rest() {
        clearTimeout(timer);
        const left = (silentAt - audio.currentTime) * 1000;
        timer = setTimeout(() => {
            if (silentAt <= audio.currentTime || audio.state !== 'running') {
                audio.suspend();
            } else {
                rest();
            }
        }, left + REST);
    }

    /** Plays a sound now, whether or not sounds are on. */
    function ring(name) {
        const loudest = LOUDEST * (volume() / 100) ** 2;
        if (loudest === 0 || !isAllowed()) {
            return;
        }
        if (audio === null) {
            audio = new AudioContext();
            output = audio.createDynamicsCompressor();
            output.connect(audio.destination);
        }
        audio.resume();
        SOUNDS[name].forEach((part) => playPart(part, audio.currentTime, loudest));
        rest();
    }

    return {
        ring,
        /** Plays the sound of something that happened in a game, if the player wants these. */
        play(name) {
            if (storage.get('sound.game', true)) {
                ring(name);
            }
        },
        isOn: () => storage.get('sound.game', true),
        setOn: (on) => storage.set('sound.game', on),
        volume,
        setVolume: (next) => storage.set('sound.volume', next),
    };
}
