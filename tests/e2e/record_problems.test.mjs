// record_problems.test.mjs: what the page says about a file that is not a playable record, without a browser.

import {test} from 'node:test';
import {recordProblem} from '../../client-web/js/net/record_problems.js';
import {equal} from './support/checks.mjs';

test('a file that cannot be played gets a sentence in plain words', () => {
    const said = (code, text) => recordProblem({code, text});
    equal(
        said('bad_json', "line 3 column 7: '}' expected near 'x'"),
        'line 3 can’t be read. Was the file changed or cut off?',
    );
    equal(
        said('illegal_move', 'action 12: illegal_move: That circle is not adjacent.'),
        'action 12 isn’t possible. That circle is not adjacent.',
    );
    equal(said('missing_key', 'header: missing_key: A key is missing.'), 'its beginning is wrong. A key is missing.');
    equal(said('bad_result', 'result: bad_result: It differs.'), 'its result is wrong. It differs.');
    equal(said('bad_request', 'The deductions take too long.'), 'The deductions take too long.');
});
