import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { blindTitle } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { realtimePath } from '#contract/realtime-connection.ts';
import { coverUploadPath } from '#contract/upload-paths.ts';
import { cardPeaks } from '#server/music/tracks/track-rules.ts';
import { anMp3, bytesOf, noise } from '#tests/support/files/audio-files.ts';
import { picture } from '#tests/support/files/pictures.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { aLine, ask, hear, review } from '#tests/support/people/asking.ts';
import { exportLinkOf, exportOf, withPassword } from '#tests/support/people/exporting.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { counterDifferences } from '#tests/support/people/rollup-differences.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;
const title = 'Glass Harbour';
const artistName = 'Zephyrine Quill';
const description = 'Written on the ferry to Larne.';

let artist: ApiUser;
let listener: ApiUser;
let trackId: string;

/** Tags of both ends of a file: an ID3v2 title of Latin letters, and the 128 bytes of ID3v1. */
const tagged = (file: Uint8Array): Uint8Array<ArrayBuffer> => {
  const frame = bytesOf('TIT2', new Uint8Array([0, 0, 0, title.length + 1, 0, 0, 0]), title);
  const head = bytesOf('ID3', new Uint8Array([3, 0, 0, 0, 0, 0, frame.length]), frame);
  return bytesOf(head, file, `TAG${title.padEnd(30, '\0')}${artistName.padEnd(30, '\0')}`.padEnd(128, '\0'));
};

async function upload(isBlind: boolean, file: Uint8Array<ArrayBuffer>): Promise<string> {
  const uploadId = randomUUID();
  const stored = await artist.upload(file, uploadId);
  expect(stored.ok).toBe(true);
  const body = { uploadId, title, genre: 'folk', description, isBlind } as const;
  return (await artist.get(api.tracks.createTrack, { body })).id;
}

beforeEach(async () => {
  await sql(owner(), "update artist_tracks set status = 'deleted' where status = 'active'");
  artist = await earshot.signIn({ userType: 'artist', displayName: artistName });
  listener = await earshot.signIn({ userType: 'listener', displayName: 'Kim' });
  trackId = await upload(true, tagged(anMp3({ seconds: 70, mark: randomUUID() })));
});

/** All that reached the listener: whatever is not about the public list of tracks. */
class Received {
  readonly #texts: string[] = [];

  take(what: string, text: string): void {
    this.#texts.push(`${what}\n${text}`);
  }

  async fetch(path: string, init?: RequestInit): Promise<Buffer> {
    const answer = await listener.fetch(path, init);
    this.take(path, JSON.stringify([...answer.headers]));
    const body = Buffer.from(await answer.arrayBuffer());
    // As text and as the letters of ids, which may stand in it as bytes.
    this.take(path, `${body.toString('latin1')} ${body.toString('hex')}`);
    return body;
  }

  /** Where one of these stands, in any spelling. */
  having(...secrets: readonly string[]): string[] {
    const spelled = secrets.flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      secret.replaceAll('-', ''),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      Buffer.from(secret).toString('hex'),
    ]);
    return this.#texts.filter((text) =>
      spelled.some((secret) => text.toLowerCase().includes(secret.toLowerCase())),
    );
  }

  get size(): number {
    return this.#texts.length;
  }
}

/** Every call that a listener may make without naming a thing, but for lists of what everybody may see. */
const plainReads = Object.entries(api).flatMap(([concept, calls]) =>
  Object.entries(calls).flatMap(([name, call]) =>
    call.method === 'GET' &&
    !call.path.includes('{') &&
    concept !== 'discovery' &&
    ['listener', 'signed_in', 'everybody', 'owner'].includes(call.who)
      ? [{ name: `${concept}.${name}`, path: call.path }]
      : [],
  ),
);

async function secretsOf(): Promise<string[]> {
  const row = await sqlRow(
    owner(),
    `select track.cover_key as cover, file.id as file, file.storage_key as key, encode(file.content_sha256, 'hex') as content
       from artist_tracks track join audio_files file on file.id = track.audio_file_id where track.id = $1`,
    [trackId],
  );
  return [title, artistName, description, trackId, artist.userId, ...Object.values(row).map(String)];
}

async function giveCover(): Promise<void> {
  const body = new Blob([new Uint8Array(await picture().png().toBuffer())]);
  expect((await artist.fetch(coverUploadPath(trackId), { method: 'PUT', body })).ok).toBe(true);
}

const linkedIds = (url: string): string => {
  const [payload = ''] = (url.split('/').at(-1) ?? '').split('.');
  return Buffer.from(payload, 'base64url').toString('hex');
};

test('before the review no response to the listener identifies the blind track', async () => {
  const received = new Received();
  const socket = new WebSocket(earshot.url.replace('http', 'ws') + realtimePath, { origin: earshot.url });
  socket.on('message', (data) => received.take('live', String(data)));
  await once(socket, 'open');
  socket.send(JSON.stringify({ token: listener.accessToken }));
  await once(socket, 'message');
  await ask(artist, trackId, aLine);
  await giveCover();

  const takes = <Answer>(what: string, answer: Answer): Answer => {
    received.take(what, JSON.stringify(answer));
    return answer;
  };
  const { track } = takes('next', await listener.get(api.listening.nextTrack, { body: {} }));
  if (track === null) return expect.fail('No track is served.');
  expect(track).toMatchObject({
    ...{
      isBlind: true,
      title: blindTitle,
      artistName: null,
      artistId: null,
      description: null,
      coverUrl: null,
    },
    ...{ genre: 'folk', questions: [aLine] },
  });
  const servedId = track.trackId;
  await listenTo(earshot, listener, track, 12);
  await received.fetch(track.playbackLink.url, { headers: { range: 'bytes=0-99999' } });
  await received.fetch(track.playbackLink.url, { headers: { range: 'bytes=0-99' } });
  await received.fetch(track.playbackLink.url, { headers: { range: 'bytes=-200' } });
  await received.fetch(track.playbackLink.url, { method: 'HEAD' });
  received.take('link', linkedIds(track.playbackLink.url));
  const params = { trackId: servedId };
  const fresh = takes('link', await listener.get(api.tracks.createPlaybackLink, { params }));
  received.take('link', linkedIds(fresh.url));
  takes(
    'mark',
    await listener.get(api.listening.markMoment, { params, body: { kind: 'love', atSecond: 3 } }),
  );
  const draft = {
    ...{ rating: 3, comment: 'So far so good', notes: [], setAside: null },
    prompts: { worked: null, didNotWork: null, toChange: null },
  };
  takes('draft', await listener.get(api.reviews.keepDraft, { params, body: { draft, seen: 0 } }));
  expect(takes('draft', await listener.get(api.reviews.readDraft, { params })).draft).toEqual(draft);
  takes('coming', await listener.get(api.listening.comingTrack, { body: {} }));
  takes('early', await review(listener, servedId));
  // Skipped and served again, it is another lease of the same track.
  takes('skip', await listener.get(api.listening.skipTrack, { body: { trackId: servedId } }));
  const again = takes('again', await listener.get(api.listening.nextTrack, { body: {} }));
  expect(again.track?.trackId).not.toBe(servedId);
  expect(again.track?.progress.listenedSeconds).toBe(12);

  await earshot.runJobs();
  for (const { path } of plainReads) await received.fetch(path);
  const url = takes('export', await exportLinkOf(await withPassword(earshot, listener)));
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await received.fetch(url)))))
    received.take(name, strFromU8(bytes));
  for (const { path } of ['/app/review', '/app/my-reviews', '/'].map((path) => ({ path })))
    await received.fetch(path);
  const mails = await earshot.mailbox.list(100);
  for (const mail of mails)
    if (JSON.stringify(mail).includes(listener.userId)) received.take('mail', JSON.stringify(mail));
  socket.close();

  expect(plainReads.length).toBeGreaterThan(10);
  expect(received.size).toBeGreaterThan(40);
  expect(received.having(blindTitle).length).toBeGreaterThan(3);
  expect(received.having(...(await secretsOf()))).toEqual([]);
});

test('served audio contains only the music, and its ranges match the whole file', async () => {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (track === null) return expect.fail('No track is served.');
  const part = async (range: string) =>
    Buffer.from(await (await listener.fetch(track.playbackLink.url, { headers: { range } })).arrayBuffer());
  const [head, tail] = [await part('bytes=0-3'), await part('bytes=-128')];
  expect([head[0], head.subarray(0, 3).toString('latin1') === 'ID3']).toEqual([0xff, false]);
  expect(tail.toString('latin1')).not.toMatch(/TAG/);
  const response = await listener.fetch(track.playbackLink.url, { method: 'HEAD' });
  expect(response.headers.get('content-disposition')).toBe('inline; filename="track.mp3"');
});

test('the real id of a blind track acts like an unknown track’s in every call of its listener', async () => {
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (track === null) return expect.fail('No track is served.');
  await listener
    .get(api.listening.markMoment, {
      params: { trackId: track.trackId },
      body: { kind: 'love', atSecond: 0 },
    })
    .catch(() => undefined);
  const stranger = (await aTrack(owner())).id;
  const answersFor = async (id: string) => {
    const params = { trackId: id };
    const report = {
      trackId: id,
      sessionId: randomUUID(),
      event: 'start',
      positionSeconds: 0,
      playing: true,
    } as const;
    const draft = {
      rating: 3,
      comment: 'x',
      notes: [],
      setAside: null,
      prompts: { worked: null, didNotWork: null, toChange: null },
    };
    const outcomes = [
      await listener.call(api.listening.recordPlayEvent, { body: report }),
      await listener.call(api.listening.markMoment, { params, body: { kind: 'love', atSecond: 1 } }),
      await listener.call(api.listening.unmarkMoment, { params, body: { kind: 'love', atSecond: 1 } }),
      await listener.call(api.listening.skipTrack, { body: { trackId: id } }),
      await listener.call(api.tracks.createPlaybackLink, { params }),
      await listener.call(api.reviews.keepDraft, { params, body: { draft, seen: 0 } }),
      await listener.call(api.reviews.readDraft, { params }),
      await review(listener, id),
      await listener.call(api.reviews.listReviewedTracks, { body: { trackIds: [id] } }),
    ];
    return outcomes.map(({ status, code, answer }) => [status, code, answer]);
  };
  expect(await answersFor(trackId)).toEqual(await answersFor(stranger));
  // It cannot be chosen either, be it open or not.
  const other = await earshot.signIn({ userType: 'listener' });
  const wish = { body: { trackId } };
  expect((await other.get(api.listening.nextTrack, wish)).refusedWish).toBe('blind');
  const refused = await listener.get(api.listening.nextTrack, wish);
  expect([refused.refusedWish, refused.track?.trackId]).toEqual(['blind', track.trackId]);
});

test('with the review the listener learns the track and its artist', async () => {
  const served = await hear(earshot, listener);
  const sent = await review(listener, served.trackId);
  expect(sent.answer).toMatchObject({ trackId, trackTitle: title, artistName });
  expect((await review(listener, served.trackId)).code).toBe('already_reviewed');
  const { items } = await listener.get(api.reviews.listOwnReviews, { query: {} });
  expect(items).toMatchObject([{ trackTitle: title }]);
  const reviewed = await listener.get(api.reviews.listReviewedTracks, { body: { trackIds: [trackId] } });
  expect(reviewed.trackIds).toEqual([trackId]);
});

test('public lists show a blind track like any other and mark it as blind; nothing else shows its cover', async () => {
  await earshot.runJobs();
  await sql(
    owner(),
    `update audio_files set analysis = 'done', peaks = $2
      where id = (select audio_file_id from artist_tracks where id = $1)`,
    [trackId, Buffer.from(noise(800))],
  );
  await giveCover();
  const served = await hear(earshot, listener);
  const { items } = await listener.get(api.discovery.getAllPublicTracks, { body: {} });
  const shown = items.find((track) => track.trackId === trackId);
  expect(shown).toMatchObject({ title, artistName, isBlind: true });
  // What is heard has an outline and a length, which the list must not show.
  expect(shown?.peaks).toBeNull();
  expect(Object.keys(shown ?? {}).filter((name) => /seconds|duration|length/i.test(name))).toEqual([]);
  expect(shown?.coverUrl).toMatch(/^\/api\/covers\//);
  expect([served.peaks, served.coverUrl]).toEqual([null, null]);
  const profile = await listener.get(api.discovery.getPublicArtistProfile, {
    body: { artistId: artist.userId },
  });
  expect(profile.topTrackId).toBeNull();
  await artist.get(api.tracks.editTrack, { params: { trackId }, body: { isBlind: false } });
  const [open] = (await listener.get(api.discovery.getAllPublicTracks, { body: {} })).items;
  expect(open?.peaks).toBe(cardPeaks(Buffer.from(noise(800))));
});

test('a listener in the middle of a blind track stays blind after the artist turns it off; the next listener does not', async () => {
  const served = await hear(earshot, listener);
  await artist.get(api.tracks.editTrack, { params: { trackId }, body: { isBlind: false } });
  expect((await hear(earshot, listener)).trackId).toBe(served.trackId);
  const wished = await listener.get(api.listening.nextTrack, { body: { trackId } });
  expect([wished.refusedWish, wished.track?.trackId]).toEqual(['all_reviews', served.trackId]);
  const other = await earshot.signIn({ userType: 'listener' });
  expect(await hear(earshot, other, trackId)).toMatchObject({ trackId, isBlind: false, title, artistName });
});

test('the artist sees a listener’s name only with a review, and at most the paid minute', async () => {
  const listeners = async () =>
    (await artist.get(api.listening.listTrackListeners, { params: { trackId }, query: {} })).items;
  expect(await listeners()).toEqual([]);
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  await listenTo(earshot, listener, track, 64);
  expect(await listeners()).toMatchObject([{ listenerName: null, seconds: 60 }]);
  expect((await review(listener, track?.trackId ?? '')).status).toBe(201);
  expect(await listeners()).toMatchObject([{ listenerName: 'Kim', seconds: 60 }]);

  const skipping = await earshot.signIn({ userType: 'listener', displayName: 'Lou' });
  for (const seconds of [8, 4]) {
    const again = (await skipping.get(api.listening.nextTrack, { body: {} })).track;
    await listenTo(earshot, skipping, again, seconds);
    await skipping.get(api.listening.skipTrack, { body: { trackId: again?.trackId ?? '' } });
  }
  expect(await listeners()).toMatchObject([{ listenerName: null }, { listenerName: 'Kim' }]);
});

test('public lists stay unchanged while a blind track is heard, skipped and set aside, and count the review', async () => {
  const lists = async () => [
    (await listener.get(api.discovery.getAllPublicTracks, { body: {} })).items,
    await listener.get(api.discovery.getPublicArtistProfile, { body: { artistId: artist.userId } }),
  ];
  const plays = async () =>
    (await sqlRow(owner(), 'select play_count from artist_tracks where id = $1', [trackId])).play_count;
  const serve = async (seconds: number) => {
    const { track } = await listener.get(api.listening.nextTrack, { body: {} });
    await listenTo(earshot, listener, track, seconds);
    return track?.trackId ?? '';
  };
  const before = await lists();
  const skipped = await serve(8);
  expect(await lists()).toEqual(before);
  await listener.get(api.listening.skipTrack, { body: { trackId: skipped } });
  expect(await lists()).toEqual(before);
  await serve(8);
  const other = await aTrack(owner());
  await listener.get(api.listening.nextTrack, { body: { trackId: other.id } });
  await sql(owner(), "update artist_tracks set status = 'deleted' where id = $1", [other.id]);
  expect(await lists()).toEqual(before);
  const servedId = await serve(60);
  expect([await lists(), await plays()]).toEqual([before, 0]);
  expect((await review(listener, servedId)).status).toBe(201);
  // It was served three times, and skipped once.
  expect(await plays()).toBe(2);
  expect(await counterDifferences(owner())).toEqual([]);
});

test('exported personal data lists blind tracks separately, ordered by the ids that the listener knows', async () => {
  const mark = async (id: string) => {
    const params = { trackId: id };
    await listener.get(api.listening.markMoment, { params, body: { kind: 'love', atSecond: 2 } });
  };
  for (let more = 0; more < 5; more += 1) await aTrack(owner());
  await sql(owner(), "update artist_tracks set is_blind = true where status = 'active'");
  for (let served = 0; served < 6; served += 1) {
    const { track } = await listener.get(api.listening.nextTrack, { body: {} });
    await listenTo(earshot, listener, track, 4, { fetchAudio: false });
    await mark(track?.trackId ?? '');
    await listener.get(api.listening.skipTrack, { body: { trackId: track?.trackId ?? '' } });
  }
  // Each says when it was skipped, which tells the leases apart.
  const leases = await sql(owner(), 'select closed_at from leases where listener_id = $1 order by id', [
    listener.userId,
  ]);
  const zip = await exportOf(earshot, listener);
  const list = (name: string): { skippedAt: string; heard: unknown; moments: unknown }[] =>
    JSON.parse(strFromU8(zip[`${name}.json`] ?? expect.fail(`There is no ${name}.`)));
  const ordered = ['heard', 'stays', 'moments', 'drafts', 'skipped'];
  expect(ordered.map((name) => [name, list(name)])).toEqual(ordered.map((name) => [name, []]));
  const blind = list('blind-listening');
  expect(blind.map(({ skippedAt }) => Date.parse(skippedAt))).toEqual(
    leases.map(({ closed_at }) => (closed_at instanceof Date ? closed_at.getTime() : closed_at)),
  );
  expect(blind[0]).toMatchObject({
    trackTitle: blindTitle,
    heard: [{ fromSecond: 0, toSecond: 4 }],
    moments: [{ kind: 'love', atSecond: 2 }],
  });
});
