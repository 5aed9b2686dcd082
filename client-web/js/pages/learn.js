// learn.js: "How to play": a list of chapters, one chapter, or the glossary. It needs no name and no connection. The
// texts and pictures come from the server (common/learn); the terminal client has the same.

import {el, fill} from '../core/dom.js';
import {t} from '../core/i18n.js';
import {drawPicture} from '../learn/picture.js';
import {linked, termLink} from '../learn/text.js';
import {showLessons} from './lessons.js';

const GLOSSARY = 'glossary';
const FIRST_GAME = 'first-game'; // the list of guided games, see lessons.js
const GAMES = [undefined, 'whitehall', 'whitechapel'];

const chapterAddress = ({id}) => `/learn/${id}`;

/** Returns a text without marks for links, for labels. */
const plain = (text, guide) => linked(text, guide, (_, words) => words).join('');

function figure({picture, caption}, guide, context) {
    const place = el('div', {class: 'learn-map'});
    context.loadPictures().then(async (pictures) => {
        const board = await context.loadBoard(pictures.pictures[picture].game);
        place.append(drawPicture(picture, pictures, board, plain(caption, guide)));
    }, () => place.remove()); // the caption says the same
    return el('figure', {}, place, el('figcaption', {}, linked(caption, guide, termLink)));
}

function block(one, guide, context) {
    const items = (list) => list.map((text) => el('li', {}, linked(text, guide, termLink)));
    if (typeof one === 'string') {
        return el('p', {}, linked(one, guide, termLink));
    }
    if (one.h !== undefined) {
        return el('h2', {}, one.h);
    }
    if (one.list !== undefined) {
        return el('ul', {}, items(one.list));
    }
    return one.steps !== undefined ? el('ol', {}, items(one.steps)) : figure(one, guide, context);
}

function chapterList(guide, current) {
    const link = ({id, title}) =>
        el('li', {}, el('a', {href: chapterAddress({id}), 'aria-current': id === current ? 'page' : null}, title));
    return el(
        'nav',
        {class: 'learn-chapters', 'aria-label': t('learn.chapters')},
        el(
            'ol',
            {class: 'plain'},
            GAMES.map((game) => guide.chapters.filter((one) => one.game === game).map(link)),
            link({id: GLOSSARY, title: guide.glossary.title}),
        ),
        el('p', {class: 'small'}, el('a', {href: '/puzzles', 'data-action': 'puzzles'}, t('puzzles.link'))),
    );
}

function glossary({glossary: {title, terms}}) {
    return [
        el('h1', {}, title),
        el(
            'dl',
            {class: 'learn-terms'},
            terms.map(({id, term, text}) => [
                el('dt', {id, tabindex: '-1', 'data-term': id}, term),
                el('dd', {}, text),
            ]),
        ),
    ];
}

function chapter(one, guide, context) {
    const next = guide.chapters[guide.chapters.indexOf(one) + 1];
    return [
        el('h1', {}, one.title),
        one.blocks.map((part) => block(part, guide, context)),
        el(
            'p',
            {class: 'learn-next'},
            next !== undefined && el('a', {class: 'button', href: chapterAddress(next)}, t('learn.next', {title: next.title})),
            ' ',
            el('a', {class: 'button main', href: '/'}, t('learn.play')),
        ),
    ];
}

function contents(id, guide, context) {
    const one = guide.chapters.find((found) => found.id === id);
    if (id === GLOSSARY) {
        return glossary(guide);
    }
    if (one !== undefined) {
        return chapter(one, guide, context);
    }
    return [
        el('h1', {}, guide.title),
        el('p', {}, guide.lead),
        el('p', {}, el('a', {class: 'button main', href: chapterAddress({id: FIRST_GAME}), 'data-action': 'first-game'}, t('learn.first'))),
    ];
}

export function show(root, {id}, context) {
    if (id === FIRST_GAME) {
        return showLessons(root, context);
    }
    const page = el('div', {class: 'page learn', 'data-page': 'learn'}, el('p', {class: 'coming', role: 'status'}, t('shell.loading')));
    let left = false;
    root.append(page);
    context.loadGuide().then(
        (guide) => {
            if (left) {
                return;
            }
            const article = el('article', {class: 'panel learn-text', 'data-chapter': id ?? ''}, contents(id, guide, context));
            const list = chapterList(guide, id);
            fill(page, id === undefined ? [article, list] : [list, article]);
            context.title(article.querySelector('h1').textContent);
            const term = document.getElementById(window.location.hash.slice(1));
            if (term !== null && page.contains(term)) {
                term.focus({preventScroll: true});
                term.scrollIntoView({block: 'start'});
            }
        },
        () => !left && fill(page, el('section', {class: 'panel'}, el('h1', {}, t('shell.broken')), el('p', {role: 'alert'}, t('shell.broken.text')))),
    );
    return {leave: () => (left = true)};
}
