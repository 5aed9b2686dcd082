// record_problems.js: why a file is not a playable record, in plain words: where the problem is, and the sentence for
// it. The server's own line is written for people who make records.

import {refusalText, t} from '../core/i18n.js';

// "line 3 column 7: …", or "action 12: illegal_move: …", or "header: bad_seats: …", or "result: bad_result: …"
const LINE = /^line (\d+) column \d+: /;
const PLACE = /^(header|result|action (\d+)): (\w+): (.*)$/s;

/** Returns a sentence for {code, text}, the answer to a record that cannot be played. */
export function recordProblem({code, text}) {
    const line = LINE.exec(text);
    if (line !== null) {
        return t('record.line', {line: line[1]});
    }
    const place = PLACE.exec(text);
    if (place === null) {
        return refusalText({code, text});
    }
    const [, where, action, reason, sentence] = place;
    const why = refusalText({code: reason, text: sentence});
    return action === undefined ? t(`record.${where}`, {why}) : t('record.action', {action, why});
}
