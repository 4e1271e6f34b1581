import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { z } from 'zod';
import {
  clientConfig,
  type DatabaseAddress,
  withDatabase,
} from '#server/adapters/database/database-address.ts';
import { type Peer, type PeerData, playFields, post, prepared, trackFields, untilReachable } from './peer.ts';

const database = 'peer_parse_server';
const connections = 20;
const keys = { appId: 'peer', masterKey: 'master', restAPIKey: 'rest' };
const headers = {
  'x-parse-application-id': keys.appId,
  'x-parse-rest-api-key': keys.restAPIKey,
  'content-type': 'application/json',
};
const ObjectId = z.object({ objectId: z.string() });
const SessionToken = z.object({ sessionToken: z.string() });

interface Start {
  /** The folder whose `node_modules` has parse-server. */
  readonly installed: string;
  /** For its settings. */
  readonly folder: string;
  readonly port: number;
  /** The cluster of Earshot's database, as its administrator. */
  readonly cluster: DatabaseAddress;
}

/**
 * Starts parse-server on a database of its own in Earshot's cluster and fills it. Its commits do not wait for the disk,
 * like PocketBase's and those of Earshot's reports of playback.
 */
export async function startParseServer(
  { installed, folder, port, cluster }: Start,
  data: PeerData,
): Promise<Peer> {
  await withClient(cluster, async (client) => {
    await client.query(`create database ${database}`);
    await client.query(`alter database ${database} set synchronous_commit = off`);
  });
  const address = withDatabase(cluster, database);
  const settings = join(folder, 'parse-server.json');
  await writeFile(settings, JSON.stringify(settingsOf(address, port)));
  const program = join(installed, 'node_modules/parse-server/bin/parse-server');
  const server = spawn(process.execPath, [program, settings], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const { sessionToken, stop } = await prepared(server, async (isGone) => {
    await untilReachable(`${url}/parse/health`, isGone);
    return { sessionToken: await fill(`${url}/parse`, address, data) };
  });
  const query = new URLSearchParams({
    order: '-createdAt',
    limit: `${data.page}`,
    include: 'artist',
    where: '{"active":true}',
  });
  return {
    pid: server.pid,
    list: { url, requests: [{ method: 'GET', path: `/parse/classes/Track?${query}`, headers }] },
    insert: {
      url,
      requests: [
        {
          method: 'POST',
          path: '/parse/classes/Play',
          headers: { ...headers, 'x-parse-session-token': sessionToken },
          body: JSON.stringify(playFields),
        },
      ],
    },
    stop,
  };
}

function settingsOf(address: DatabaseAddress, port: number) {
  const { host, port: databasePort, user, password } = clientConfig(address, undefined);
  return {
    ...keys,
    port,
    host: '127.0.0.1',
    serverURL: `http://127.0.0.1:${port}/parse`,
    databaseURI: `postgres://localhost/${database}`,
    // These win over the URI, which cannot name the folder of a socket.
    databaseOptions: { host, port: databasePort, user, password, max: connections },
    allowClientClassCreation: true,
    enableAnonymousUsers: false,
    silent: true,
    logLevel: 'error',
  };
}

/** Returns the token of a signed-in user. */
async function fill(
  url: string,
  address: DatabaseAddress,
  { tracks, artists, waveform }: PeerData,
): Promise<string> {
  const add = (name: string, object: unknown) => post(`${url}/classes/${name}`, headers, object, ObjectId);
  // The first object of a class makes its table.
  const { objectId } = await add('Artist', { name: 'Artist' });
  const artist = { __type: 'Pointer', className: 'Artist', objectId };
  await add('Track', { ...trackFields, title: 'Track', waveform, artist });
  await add('Play', playFields);
  const login = { username: 'listener', password: 'a long password' };
  const { sessionToken } = await post(`${url}/users`, headers, login, SessionToken);
  await withClient(address, async (client) => {
    await client.query(
      `insert into "Artist" ("objectId", "createdAt", "updatedAt", name)
       select 'artist' || i, now(), now(), 'Artist ' || i from generate_series(0, $1::integer - 1) as i`,
      [artists],
    );
    await client.query(
      `insert into "Track" ("objectId", "createdAt", "updatedAt", title, waveform, artist, genre, active, plays, reviews, seconds, rating)
       select 'track' || i, now() - i * interval '1 second', now(), 'Track ' || i, $3, 'artist' || i % $2,
         genre, active, plays, reviews, seconds, rating
       from "Track", generate_series(1, $1::integer - 1) as i`,
      [tracks, artists, waveform],
    );
    await client.query('create index on "Track" ("createdAt")');
    await client.query('vacuum analyze');
  });
  return sessionToken;
}

async function withClient(address: DatabaseAddress, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(clientConfig(address, undefined));
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
