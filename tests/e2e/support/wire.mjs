// wire.mjs: a page's socket with a gate. Messages from the server pass in order, and wait behind a message the
// test holds, as on a slow connection; nothing is lost unless the connection is cut.

/**
 * Takes effect from the page's next connection on.
 * @returns {Promise<{hold(test), release(), held(), passed(), cut(), asked(verb), opened}>} hold: if test({on,
 *        re, ok, …, asked, verb, bytes}) returns true for a message, it and all later ones wait until release()
 *        (`asked` is the request it answers, `verb` its verb); cut: drops every connection and what waits;
 *        asked: returns the requests sent, each with the number of its connection in `over`
 */
export async function wireFor(person) {
    const requests = [];
    const passed = []; // messages delivered to the page
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
        /** Returns the waiting messages, first the one that is held. */
        held: () => [...lines].flatMap(({waiting}) => waiting.map(({message}) => message)),
        passed: () => passed,
        cut: () => [...lines].forEach(({cut}) => cut()),
        asked: (verb) => requests.filter((one) => one.do === verb),
    });
}
