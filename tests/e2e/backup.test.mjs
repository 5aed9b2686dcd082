// backup.test.mjs: a browser that clears the storage of pages does not lose its player, and a player who is removed or
// revoked leaves nothing behind.

import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {check, equal, until} from './support/checks.mjs';
import {BUILD} from './support/server.mjs';
import {test} from './support/testing.mjs';

const storedToken = (person) =>
    person.page.evaluate(() => JSON.parse(localStorage.getItem('gaslight.player'))?.token ?? null);
const cookiesOf = async (person) => (await person.context.cookies()).map(({name}) => name).sort();
const clearStorage = (person) => person.page.evaluate(() => localStorage.clear());
const isBackedUp = (person) => until(async () => (await cookiesOf(person)).length === 2, 'both cookies');

/** A person with a name and a backup. */
async function arrived(stage, name) {
    const person = await stage.person(name);
    await person.visit('/');
    await person.introduce();
    await person.locator('[data-form=solo]').waitFor();
    await isBackedUp(person);
    return person;
}

test('a player survives a browser that clears its storage', async (stage) => {
    await stage.server();
    const ann = await arrived(stage, 'Ann');
    const token = await storedToken(ann);
    const [own] = (await ann.context.cookies()).filter(({value}) => value === token);
    equal([own.httpOnly, own.sameSite, own.path], [true, 'Strict', '/session'], 'the cookie');
    check(!(await ann.page.evaluate(() => document.cookie)).includes(token), 'scripts can’t read it');
    await clearStorage(ann);
    await ann.page.reload();
    await until(async () => (await ann.locator('#who').innerText()) === 'Ann', 'Ann again');
    equal(await storedToken(ann), token, 'the same token');
    check(ann.requests.length > 0 && ann.requests.every((one) => !one.includes(token)), 'no address has the token');
});

test('a revoked token and its cookie end together', async (stage) => {
    const server = await stage.server();
    const ann = await arrived(stage, 'Ann');
    const {player} = await ann.page.evaluate(() => JSON.parse(localStorage.getItem('gaslight.player')));
    await ann.page.goto('about:blank');
    execFileSync(join(BUILD, 'gaslightd'), ['admin', '--data', server.data, 'revoke', player]);
    await ann.visit('/');
    await until(async () => (await cookiesOf(ann)).length === 0, 'no cookie is left');
    await ann.press(ann.locator('#connection button')); // a new player in this browser
    await ann.introduce();
    await isBackedUp(ann);
    const values = (await ann.context.cookies()).map(({value}) => value);
    check(values.includes(await storedToken(ann)), 'the new player is backed up');

    // The same if the storage is empty, so that only the cookie has the token.
    const bob = await arrived(stage, 'Bob');
    const other = await bob.page.evaluate(() => JSON.parse(localStorage.getItem('gaslight.player')).player);
    await clearStorage(bob);
    await bob.page.goto('about:blank');
    execFileSync(join(BUILD, 'gaslightd'), ['admin', '--data', server.data, 'revoke', other]);
    await bob.visit('/');
    await bob.locator('[data-panel=name]').waitFor();
    await until(async () => (await cookiesOf(bob)).length === 0, 'no cookie is left');
});
