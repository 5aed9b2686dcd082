// lessons.js: the list of guided games, and starting one. A visitor without a name plays as a guest.

import {el, fill} from '../core/dom.js';
import {errorLine, submit} from '../core/form.js';
import {t} from '../core/i18n.js';
import {gameArt} from './game_art.js';

/** Creates the table of a lesson, where the game has started, and goes there. */
async function start({id, game}, {button, error}, {net, navigate, withGuest}) {
    const work = async () => {
        const {table} = await net.requestOnce('create', {game, lesson: id});
        navigate(`/table/${table.id}`);
    };
    await submit({button, error, work: () => (net.player === null ? withGuest(work) : work())});
}

function card(lesson, words, context) {
    const error = errorLine();
    const button = el(
        'button',
        {
            type: 'button',
            class: 'main',
            'data-lesson-start': lesson.id,
            'aria-label': `${words.start}: ${lesson.title}`,
            onclick: () => start(lesson, {button, error}, context),
        },
        words.start,
    );
    return el(
        'article',
        {class: 'panel game-card', 'data-lesson-card': lesson.id},
        gameArt(lesson.game),
        el('h2', {}, lesson.title),
        el('p', {}, lesson.about),
        el('p', {class: 'soft small'}, words.minutes.replace('{minutes}', lesson.minutes)),
        button,
        error,
    );
}

/** Shows the list. Returns {leave()}. */
export function showLessons(root, context) {
    const page = el(
        'div',
        {class: 'page narrow', 'data-page': 'lessons'},
        el('p', {class: 'coming', role: 'status'}, t('shell.loading')),
    );
    let left = false;
    root.append(page);
    context.loadLessons().then(
        ({title, lead, words, lessons}) => {
            if (left) {
                return;
            }
            fill(
                page,
                el('section', {class: 'panel'}, el('h1', {}, title), el('p', {}, lead)),
                lessons.map((lesson) => card(lesson, words, context)),
                el('p', {}, el('a', {href: '/learn'}, t('learn.link'))),
            );
            context.title(title);
        },
        () =>
            !left &&
            fill(page, el('section', {class: 'panel'}, el('h1', {}, t('shell.broken')), el('p', {role: 'alert'}, t('shell.broken.text')))),
    );
    return {leave: () => (left = true)};
}
