// hot_seats.js: games of several people on this device. Each of them is a player with a token, so that the server
// keeps their secrets apart. The player of this browser hosts the table without a pawn and sees what the public
// sees. To let somebody act, the page takes on that person's identity (net.actAs) until they pass the device
// on; that identity is never stored as the browser's own, so a reloaded page has forgotten it.
//
// Stored: for each such table its people, {player, name, token, pawns}.

import {Refusal, serverUrl} from './net.js';

const KEY = 'hotseats';
const MOST = 12; // tables that are remembered
const NAME_MAX = 32;

/** Returns another name for somebody whose own is taken at the table, "Ann 2". */
const secondName = (name) => `${[...name].slice(0, NAME_MAX - 2).join('')} 2`;

/** Creates a player on a connection of its own, who joins a table: returns {player, name, token, pawns}. */
function addPerson({name, pawns}, {table, invite}) {
    const socket = new WebSocket(serverUrl(), 'gaslight.v1');
    const send = (id, verb, keys) => socket.send(JSON.stringify({id, do: verb, ...keys}));
    return new Promise((resolve, reject) => {
        let person = null;
        socket.onopen = () => send(0, 'hello', {name});
        socket.onclose = () => reject(new Refusal({code: 'connection_lost', text: 'The connection was lost.'}));
        socket.onmessage = ({data}) => {
            const {re, ok, error} = JSON.parse(data);
            if (error !== undefined) {
                reject(new Refusal(error));
            } else if (re === 0) {
                person = {player: ok.player, name: ok.name, token: ok.token, pawns};
                send(1, 'join', {table, invite, pawns});
                return;
            } else if (re === 1) {
                resolve(person);
            } else {
                return; // a push
            }
            socket.onclose = null;
            socket.close();
        };
    });
}

/** @param {{net, storage, leave(), open(path: string)}} parts  leave: removes the current page */
export function createHotSeats({net, storage, leave, open}) {
    const all = () => storage.get(KEY, {});

    /** Returns the people at this table who share this device, or null. */
    const peopleAt = (table) => all()[table] ?? null;

    function remember(table, people) {
        const kept = Object.entries(all()).slice(1 - MOST);
        storage.set(KEY, Object.fromEntries([...kept, [table, people]]));
    }

    /** Adds a person. The player of this browser, who hosts the table, may have the same name. */
    async function seat(one, where) {
        try {
            return await addPerson(one, where);
        } catch (refusal) {
            if (refusal.code !== 'name_taken') {
                throw refusal;
            }
            return addPerson({...one, name: secondName(one.name)}, where);
        }
    }

    /** Removes a table that could not be started, with everyone who has sat down there. */
    async function abandon(id) {
        const {table} = await net.request('peek', {table: id});
        for (const {player} of table.seats.filter((one) => one.player !== table.host)) {
            await net.request('kick', {table: id, player});
        }
        await net.request('leave', {table: id});
    }

    /**
     * Creates and starts a table for several people on this device. Returns its id.
     * @param {{game, options, aids, seats: {name: string, pawns: string[]}[]}} how
     */
    async function start({game, options = [], aids = 'off', seats}) {
        const {table} = await net.requestOnce('create', {game, options, private: true, aids});
        const people = [];
        try {
            for (const one of seats) {
                people.push(await seat(one, {table: table.id, invite: table.invite}));
            }
            await net.request('start', {table: table.id});
        } catch (refusal) {
            await abandon(table.id).catch(() => {}); // the server closes a table that nobody uses
            throw refusal;
        }
        remember(table.id, people);
        return table.id;
    }

    /** Starts the game of a finished table again: the second person is Jack now, and so on in turn. */
    async function again({id, game, options, aids}) {
        const people = peopleAt(id);
        const seats = people.map(({pawns}, i) => ({name: people[(i + 1) % people.length].name, pawns}));
        if (net.isBorrowed) {
            switchTo(null);
        }
        open(`/table/${await start({game, options, aids, seats})}`);
    }

    function switchTo(person) {
        leave();
        net.actAs(person);
    }

    return {
        start,
        again,
        peopleAt,
        /** Lets a person act: everything the page has of others is dropped first. */
        give: ({player, name, token}) => switchTo({player, name, token}),
        /** Returns to the player of this browser, who sees no secrets. */
        take: () => switchTo(null),
    };
}
