// wire.mjs: the socket of a page with a gate in it. What the server says goes through in order, and waits at what
// the test holds, as behind a slow line; nothing is lost unless the connection is cut.

/**
 * From the page's next connection on.
 * @returns {Promise<{hold(test), release(), held(), passed(), cut(), asked(verb), opened}>}
 *          hold: test({on, re, ok, …, asked, verb, bytes}) of a message is true: it and all after it wait, until
 *          release() (`asked`: the request that it answers, `verb` its verb); cut: every connection is lost, with
 *          what waits; asked: the requests that were sent, each with its connection's number in `over`
 */
export async function wireFor(person) {
    const requests = [];
    const passed = []; // what the page has been given
    const lines = new Set();
    const wire = {opened: 0};
    let isHeld = () => false;

    await person.context.routeWebSocket('**/ws', (page) => {
        const server = page.connectToServer();
        const over = ++wire.opened;
        const questions = new Map(); // id → request
        const line = {waiting: [], flow, cut};
        lines.add(line);

        page.onMessage((text) => {
            const said = JSON.parse(text);
            const asked = {...said, over};
            questions.set(said.id, asked);
            requests.push(asked);
            server.send(text);
        });
        server.onMessage((text) => {
            const message = JSON.parse(text);
            const asked = questions.get(message.re);
            line.waiting.push({text, message: {...message, asked, verb: asked?.do, bytes: text.length}});
            flow();
        });
        function flow() {
            while (line.waiting.length > 0 && !isHeld(line.waiting[0].message)) {
                const {text, message} = line.waiting.shift();
                passed.push(message);
                page.send(text);
            }
        }
        function cut() {
            lines.delete(line);
            line.waiting = [];
            page.close();
            server.close();
        }
        page.onClose((code, reason) => {
            lines.delete(line);
            server.close({code, reason});
        });
    });

    return Object.assign(wire, {
        hold(test) {
            isHeld = test;
        },
        release() {
            isHeld = () => false;
            lines.forEach(({flow}) => flow());
        },
        /** What waits, the first of it held. */
        held: () => [...lines].flatMap(({waiting}) => waiting.map(({message}) => message)),
        passed: () => passed,
        cut: () => [...lines].forEach(({cut}) => cut()),
        asked: (verb) => requests.filter((one) => one.do === verb),
    });
}
