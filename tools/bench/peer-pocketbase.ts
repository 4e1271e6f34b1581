import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type Peer,
  type PeerData,
  playFields,
  post,
  prepared,
  sixteenAtATime,
  trackFields,
  untilReachable,
} from './peer.ts';

const administrator = { identity: 'operator@example.org', password: 'a long password' };
const user = { identity: 'listener@example.org', password: 'another long password' };
const json = { 'content-type': 'application/json' };
const Id = z.object({ id: z.string() });
const Token = z.object({ token: z.string() });

interface Start {
  /** PocketBase's program. */
  readonly program: string;
  /** For its data, on the disk of the other databases. */
  readonly folder: string;
  readonly port: number;
}

/**
 * Starts PocketBase as it comes, on an empty folder, and fills it. It writes with SQLite's write-ahead log and
 * `synchronous=NORMAL`, so its commits do not wait for the disk.
 */
export async function startPocketBase({ program, folder, port }: Start, data: PeerData): Promise<Peer> {
  const directory = `--dir=${join(folder, 'pocketbase')}`;
  const { identity, password } = administrator;
  const made = spawn(program, ['superuser', 'upsert', identity, password, directory], { stdio: 'ignore' });
  const [code] = await once(made, 'exit');
  if (code !== 0) throw new Error(`${program} superuser upsert exited with ${code}.`);
  const server = spawn(program, ['serve', `--http=127.0.0.1:${port}`, directory], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const { authorization, stop } = await prepared(server, async (isGone) => {
    await untilReachable(`${url}/api/health`, isGone);
    return { authorization: await fill(url, data) };
  });
  const query = new URLSearchParams({
    perPage: `${data.page}`,
    sort: '-created',
    skipTotal: '1',
    expand: 'artist',
    filter: '(active=true)',
  });
  return {
    pid: server.pid,
    list: {
      url,
      requests: [{ method: 'GET', path: `/api/collections/tracks/records?${query}`, headers: {} }],
    },
    insert: {
      url,
      requests: [
        {
          method: 'POST',
          path: '/api/collections/plays/records',
          headers: { ...json, authorization },
          body: JSON.stringify(playFields),
        },
      ],
    },
    stop,
  };
}

/** Returns the token of a signed-in user. */
async function fill(url: string, { tracks, artists, waveform }: PeerData): Promise<string> {
  const { token } = await signIn(url, '_superusers', administrator);
  const as = { authorization: token };
  const add = (collection: string, record: object) =>
    post(`${url}/api/collections/${collection}/records`, as, record, Id);
  const collection = async (fields: readonly object[], more: object) => {
    const created = { name: 'created', type: 'autodate', onCreate: true };
    const body = { type: 'base', listRule: '', viewRule: '', fields: [...fields, created], ...more };
    return (await post(`${url}/api/collections`, as, body, Id)).id;
  };
  const artistsId = await collection([text('name')], { name: 'artists' });
  await collection(
    [
      ...['title', 'genre', 'waveform'].map(text),
      ...['plays', 'reviews', 'seconds', 'rating'].map(number),
      { name: 'active', type: 'bool' },
      { name: 'artist', type: 'relation', collectionId: artistsId, maxSelect: 1 },
    ],
    { name: 'tracks', indexes: ['create index tracks_created on tracks (created)'] },
  );
  await collection(
    [...['track', 'session', 'event'].map(text), number('position'), { name: 'playing', type: 'bool' }],
    { name: 'plays', createRule: '@request.auth.id != ""' },
  );
  const makers = await sixteenAtATime(
    artists,
    async (i) => (await add('artists', { name: `Artist ${i}` })).id,
  );
  await sixteenAtATime(tracks, (i) =>
    add('tracks', { ...trackFields, title: `Track ${i}`, waveform, artist: makers[i % artists] }),
  );
  const { identity: email, password } = user;
  await add('users', { email, password, passwordConfirm: password, verified: true });
  return (await signIn(url, 'users', user)).token;
}

const text = (name: string) => ({ name, type: 'text' });
const number = (name: string) => ({ name, type: 'number' });

const signIn = (url: string, collection: string, login: object) =>
  post(`${url}/api/collections/${collection}/auth-with-password`, {}, login, Token);
