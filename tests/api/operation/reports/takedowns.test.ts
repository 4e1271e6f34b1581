import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { strFromU8 } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { api } from '#contract/index.ts';
import { realtimePath } from '#contract/realtime-connection.ts';
import { keepDates } from '#server/plans/balance/keep-dates.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { exportOf } from '#tests/support/people/exporting.ts';
import { listenTo } from '#tests/support/people/listening.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { plainReviews } from '#tests/support/texts/plain-reviews.ts';
import { type Earshot, fixedStart } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot({}, { startsAt: fixedStart });
let earshot: Earshot;
let artist: ApiUser;
let listener: ApiUser;
let admin: ApiUser;
beforeEach(async () => {
  earshot = shared();
  artist = await earshot.signIn({ userType: 'artist', displayName: 'Ada' });
  listener = await earshot.signIn({ userType: 'listener' });
  admin = await earshot.signIn({ admin: true });
});

const owner = () => earshot.testDatabase.ownerDatabase;
type Kind = 'track' | 'review' | 'question';
const down = (thingId: string, kind: Kind = 'track', by = admin) =>
  by.call(api.reports.takeDown, {
    body: {
      kind,
      thingId,
      reason: kind === 'track' ? 'copyright' : 'hateful',
      sentence: 'Somebody else recorded it.',
    },
  });
const takenDown = async (thingId: string, kind: Kind = 'track') => {
  const { answer, code } = await down(thingId, kind);
  return answer?.takedownId ?? expect.fail(`It was refused: ${code}`);
};
const restore = (takedownId: string, as: 'mistake' | 'cleared' = 'cleared', by = admin) =>
  by.call(api.reports.restore, { params: { takedownId }, body: { as, sentence: 'We looked again.' } });
const answer = (takedownId: string, by = artist) =>
  by.call(api.reports.answerTakedown, { params: { takedownId }, body: { answer: 'I recorded it myself.' } });
const uphold = (takedownId: string, by = admin) =>
  by.call(api.reports.upholdTakedown, {
    params: { takedownId },
    body: { sentence: 'The label has shown it.' },
  });
const aTrackOfArtist = (more: Parameters<typeof aTrack>[1] = {}) =>
  aTrack(owner(), { artistId: artist.userId, title: 'Night Bus', ...more });
const own = (trackId: string) => artist.get(api.tracks.readOwnTrack, { params: { trackId } });
const next = async (to = listener) => (await to.get(api.listening.nextTrack, { body: {} })).track;
const submit = (trackId: string, by = listener, comment = anHonestComment) =>
  by.call(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
async function later(seconds: number): Promise<void> {
  earshot.clock.advance(seconds);
  [artist, listener, admin] = (await Promise.all(
    [artist, listener, admin].map(({ userId }) => earshot.signInAgain(userId)),
  )) as [ApiUser, ApiUser, ApiUser];
}
const upload = async () => {
  const uploadId = randomUUID();
  await artist.upload(anMp3({ mark: uploadId }), uploadId);
  return artist.get(api.tracks.createTrack, { body: { uploadId, title: 'Night Bus', genre: 'indie' } });
};
const titlesTold = async (userId: string) =>
  (
    await sql(owner(), 'select title from notices where user_id = $1 order by created_at, title', [userId])
  ).map(({ title }) => title);

describe('a takedown is rejected', () => {
  test('if several are sent at once: one succeeds, and the other admins see it', async () => {
    const { id } = await aTrackOfArtist();
    const other = await earshot.signIn({ admin: true });
    const answers = await Promise.all([down(id), down(id, 'track', other), down(id)]);
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual([
      'already_decided',
      'already_decided',
      'done',
    ]);
    expect(await sql(owner(), 'select id from takedowns')).toHaveLength(1);
    expect(await sql(owner(), 'select id from outbox')).toHaveLength(1);
  });

  test('for a deleted track, and for one that involves the admin’s own account', async () => {
    expect((await down((await aTrackOfArtist({ status: 'deleted' })).id)).code).toBe('track_deleted');
    expect((await down((await aTrack(owner(), { artistId: admin.userId })).id)).code).toBe('own_decision');
  });

  test('for a reason that belongs to another kind of thing', async () => {
    const { id: thingId } = await aReview(owner());
    const body = { kind: 'review', thingId, reason: 'copyright', sentence: 'It was copied.' } as const;
    expect((await admin.call(api.reports.takeDown, { body })).code).toBe('malformed');
  });
});

describe('a track that is taken down', () => {
  test('disappears from lists, search, pages and counts, has no audio, and cannot be uploaded again', async () => {
    const uploadId = randomUUID();
    const file = anMp3({ mark: uploadId });
    await artist.upload(file, uploadId);
    const { id } = await artist.get(api.tracks.createTrack, {
      body: { uploadId, title: 'Night Bus', genre: 'indie' },
    });
    const link = await artist.get(api.tracks.createPlaybackLink, { params: { trackId: id } });
    const { nobody } = earshot;
    const { artist: artistId } = { artist: artist.userId };
    const seen = async () => [
      (await nobody.get(api.discovery.getAllPublicTracks, { body: {} })).items.length,
      (await nobody.get(api.discovery.getPublicArtistTracks, { body: { artistId } })).items.length,
      (await nobody.get(api.discovery.getPublicArtistProfile, { body: { artistId } })).trackCount,
      (await nobody.get(api.discovery.searchTracks, { query: { words: 'Night' } })).items.length,
      (await nobody.get(api.discovery.readDiscovery, { query: {} })).newReleases.length,
      (await admin.get(api.admin.readPlatformStats, {})).activeTracks,
    ];
    expect(await seen()).toEqual([1, 1, 1, 1, 1, 1]);
    await takenDown(id);
    expect(await seen()).toEqual([0, 0, 0, 0, 0, 0]);
    expect((await nobody.fetch(link.url)).status).toBe(403);
    expect((await artist.call(api.tracks.createPlaybackLink, { params: { trackId: id } })).code).toBe(
      'track_taken_down',
    );
    const forAdmin = await admin.get(api.tracks.createPlaybackLink, { params: { trackId: id } });
    expect((await nobody.fetch(forAdmin.url, { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    expect((await artist.upload(file)).status).toBe(409);
    await artist.get(api.tracks.deleteTrack, { params: { trackId: id } });
    expect((await artist.upload(file)).status).toBe(409);
  });

  test('stays in My Tracks with the reason, and cannot be changed or get a new version', async () => {
    const { id } = await aTrackOfArtist();
    await takenDown(id);
    expect(await own(id)).toMatchObject({
      status: 'taken_down',
      takedown: {
        reason: 'copyright',
        sentence: 'Somebody else recorded it.',
        answer: null,
        upheldSentence: null,
      },
    });
    const params = { trackId: id };
    expect((await artist.call(api.tracks.editTrack, { params, body: { title: 'Other' } })).code).toBe(
      'track_taken_down',
    );
    expect((await artist.call(api.versions.readNewVersionOffer, { params, query: {} })).code).toBe(
      'track_taken_down',
    );
    expect((await artist.call(api.questions.saveQuestions, { params, body: { questions: [] } })).code).toBe(
      'track_taken_down',
    );
    expect(await titlesTold(artist.userId)).toEqual(['“Night Bus” was taken down']);
    const heard = { params, query: {} };
    expect((await artist.get(api.listening.listTrackListeners, heard)).items).toEqual([]);
    expect((await artist.get(api.listening.listUnpaidAnswers, heard)).items).toEqual([]);
  });

  test('upholds every open report of it', async () => {
    const { id } = await aTrackOfArtist();
    for (const by of [listener, await earshot.signIn({ userType: 'listener' })]) {
      await by.get(api.reports.report, { body: { kind: 'track', thingId: id, reason: 'spam' } });
    }
    await takenDown(id);
    expect(await sql(owner(), 'select outcome from reports')).toEqual([
      { outcome: 'taken_down' },
      { outcome: 'taken_down' },
    ]);
    expect((await admin.get(api.reports.listReports, { query: { view: 'open' } })).items).toEqual([]);
  });

  test('disappears within a second for a listener who is playing it; the audio ends', async () => {
    const made = await upload();
    await earshot.runJobs();
    const track = await next();
    expect(track?.trackId).toBe(made.id);
    const socket = new WebSocket(earshot.url.replace('http', 'ws') + realtimePath, { origin: earshot.url });
    const heard: { message: unknown; at: number }[] = [];
    socket.on('message', (data) => heard.push({ message: JSON.parse(String(data)), at: performance.now() }));
    await once(socket, 'open');
    socket.send(JSON.stringify({ token: listener.accessToken }));
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    const sound = await listener.fetch(track?.playbackLink.url ?? '');
    const began = performance.now();
    await takenDown(made.id);
    const told = () => heard.find(({ message }) => JSON.stringify(message) === '{"changed":"served"}');
    await expect.poll(told, { timeout: 5000 }).toBeDefined();
    const milliseconds = (told()?.at ?? Number.POSITIVE_INFINITY) - began;
    console.info(`A takedown reached the listener after ${Math.round(milliseconds)} ms.`);
    expect(milliseconds).toBeLessThan(3000);
    const beat = {
      trackId: made.id,
      sessionId: randomUUID(),
      event: 'beat',
      positionSeconds: 1,
      playing: true,
    } as const;
    expect(await listener.call(api.listening.recordPlayEvent, { body: beat })).toMatchObject({
      code: 'track_ended',
      details: { why: 'taken_down' },
    });
    expect((await listener.fetch(track?.playbackLink.url ?? '')).status).toBe(403);
    // The server has cut the sound, sometimes before this.
    await sound.body?.cancel().catch(() => undefined);
    socket.close();
  });

  test('while a review is being submitted keeps and pays the review', async () => {
    for (const comment of Object.values(plainReviews).slice(4, 8)) {
      const { id } = await aTrackOfArtist();
      const who = await earshot.signIn({ userType: 'listener' });
      const { track } = await who.get(api.listening.nextTrack, { body: { trackId: id } });
      await listenTo(earshot, who, track, 64, { fetchAudio: false });
      await sql(owner(), 'update leases set bytes_sent = 1000000 where listener_id = $1', [who.userId]);
      const [, sent] = await Promise.all([takenDown(id), submit(id, who, comment)]);
      expect(sent.status).toBe(201);
      expect(
        await sqlRow(
          owner(),
          `select status, review_count, (select count(assignment_id)::int from leases where track_id = $1) as held
             from artist_tracks where id = $1`,
          [id],
        ),
      ).toEqual({ status: 'taken_down', review_count: 1, held: 0 });
    }
    await earshot.runJobs();
    expect(await sql(owner(), 'select distinct status, earned_cents::int as cents from reviews')).toEqual([
      { status: 'approved', cents: 15 },
    ]);
  });
});

describe('the artist’s answer', () => {
  test('can be given once, by the owner alone, and admins are notified', async () => {
    const takedownId = await takenDown((await aTrackOfArtist()).id);
    expect((await answer(takedownId, listener)).code).toBe('not_found');
    expect((await uphold(takedownId)).code).toBe('not_answered');
    const answers = await Promise.all([answer(takedownId), answer(takedownId)]);
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual(['answered_already', 'done']);
    expect(await titlesTold(admin.userId)).toEqual(['Takedown answered: “Night Bus”']);
    const list = await admin.get(api.reports.listTakedowns, { query: { view: 'answered' } });
    expect(list.items).toMatchObject([{ id: takedownId, answer: 'I recorded it myself.', isOwn: false }]);
  });

  test('is decided once: the track stays down with a sentence, or is restored', async () => {
    const { id } = await aTrackOfArtist();
    const takedownId = await takenDown(id);
    await answer(takedownId);
    expect((await uphold(takedownId)).status).toBe(200);
    expect((await uphold(takedownId)).code).toBe('already_decided');
    expect((await own(id)).takedown).toMatchObject({ upheldSentence: 'The label has shown it.' });
    expect(await titlesTold(artist.userId)).toEqual(['“Night Bus” stays down', '“Night Bus” was taken down']);
    expect((await admin.get(api.reports.listTakedowns, { query: { view: 'answered' } })).items).toEqual([]);
  });
});

/** What the artist can assign, and what came of a mistake or a missed date. */
const balance = async () => (await artist.get(api.balance.readReviewBalance, {})).left;
const houseLots = () =>
  sql(
    owner(),
    "select source, reviews, uploads from review_lots where source in ('missed', 'takedown') order by created_at",
  );
async function subscribe(): Promise<void> {
  await sql(
    owner(),
    `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
       current_period_start, current_period_end) values ($1, 'basic', 5, 0, true, $2, $2, $3)`,
    [artist.userId, earshot.clock.now(), new Date(earshot.clock.now().getTime() + 30 * 86_400_000)],
  );
  await openLots(earshot.deps);
}
/** A track with a promised date, ten days ahead. */
async function aPromisedTrack() {
  await subscribe();
  const made = await upload();
  const promisedAt = new Date(earshot.clock.now().getTime() + 10 * 86_400_000);
  await sql(
    owner(),
    "update assignments set promise = 'open', promised_at = $2, dated = reviews where track_id = $1",
    [made.id, promisedAt],
  );
  return { id: made.id, promisedAt };
}
const dateOf = async (trackId: string) => (await own(trackId)).assignments[0];

describe('a restored track', () => {
  test('is restored once if two admins do so at once, is served again to listeners who passed it, and its date moves', async () => {
    const { id, promisedAt } = await aPromisedTrack();
    await earshot.runJobs();
    expect((await next())?.trackId).toBe(id);
    const takedownId = await takenDown(id);
    expect(await next()).toBeNull();
    await later(86_400);
    await keepDates(earshot.deps);
    expect(await dateOf(id)).toMatchObject({ stoppedFor: 'takedown', promise: 'open' });
    await later(86_400);
    const answers = await Promise.all([restore(takedownId), restore(takedownId)]);
    expect(answers.map(({ code }) => code ?? 'done').toSorted()).toEqual(['already_decided', 'done']);
    expect(await own(id)).toMatchObject({ status: 'active', takedown: null });
    const date = await dateOf(id);
    expect(date).toMatchObject({ stoppedFor: null, promise: 'open' });
    expect(Date.parse(date?.promisedAt ?? '') - promisedAt.getTime()).toBeGreaterThanOrEqual(2 * 86_400_000);
    expect(Date.parse(date?.promisedAt ?? '') - promisedAt.getTime()).toBeLessThan(2 * 86_400_000 + 60_000);
    expect((await next())?.trackId).toBe(id);
    expect(await titlesTold(artist.userId)).toContain('“Night Bus” is back');
    expect(await houseLots()).toEqual([]);
  });

  test('does not miss its promised date while it is down', async () => {
    const { id } = await aPromisedTrack();
    await takenDown(id);
    await later(20 * 86_400);
    await keepDates(earshot.deps);
    expect(await dateOf(id)).toMatchObject({ promise: 'open' });
    expect(await houseLots()).toEqual([]);
  });

  test('after a mistake brings the upload and a tenth of what the plan brought, once under races', async () => {
    const { id } = await aPromisedTrack();
    expect(await balance()).toBe(30);
    const other = await earshot.signIn({ admin: true });
    const takedownId = await takenDown(id);
    const answers = await Promise.all([
      restore(takedownId, 'mistake'),
      restore(takedownId, 'mistake', other),
      restore(takedownId, 'cleared'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await takenDown(id);
    await restore(again, 'mistake');
    expect(await houseLots()).toEqual([{ source: 'takedown', reviews: 4, uploads: 1 }]);
    expect(await balance()).toBe(34);
    expect((await own(id)).openPlaces).toBe(10);
  });

  test('that then misses its date gets nothing back a second time', async () => {
    const { id } = await aPromisedTrack();
    await restore(await takenDown(id), 'mistake');
    await later(11 * 86_400);
    await keepDates(earshot.deps);
    expect(await dateOf(id)).toMatchObject({ promise: 'missed', openPlaces: 10 });
    expect(await houseLots()).toEqual([
      { source: 'takedown', reviews: 4, uploads: 1 },
      { source: 'missed', reviews: 0, uploads: 0 },
    ]);
  });

  test('cannot be restored if its artist deleted it since', async () => {
    const { id } = await aTrackOfArtist();
    const takedownId = await takenDown(id);
    await artist.get(api.tracks.deleteTrack, { params: { trackId: id } });
    expect((await restore(takedownId, 'mistake')).code).toBe('track_deleted');
    expect(await houseLots()).toEqual([]);
  });
});

describe('a review that is taken down', () => {
  test('is no longer shown to the artist; stars, reward and its place stay, and its listener reads why', async () => {
    const track = await aTrackOfArtist();
    const { id } = await aReview(owner(), {
      listenerId: listener.userId,
      track,
      comment: 'A hateful drum solo.',
    });
    await sql(owner(), "update reviews set worked = 'Hateful words' where id = $1", [id]);
    await sql(
      owner(),
      "insert into review_notes (review_id, place, at_second, note) values ($1, 0, 3, 'Hateful note')",
      [id],
    );
    const takedownId = await takenDown(id, 'review');
    const params = { trackId: track.id };
    const read = async () => [
      await artist.get(api.reviews.listTrackReviews, { params, query: {} }),
      await artist.get(api.reviews.readAnalytics, { query: {} }),
      await artist.get(api.verdict.readVerdict, { params }),
      Object.values(await exportOf(earshot, artist)).map((bytes) => strFromU8(bytes)),
    ];
    const shown = await read();
    expect(JSON.stringify(shown)).not.toMatch(/hateful/i);
    expect(shown[0]).toMatchObject({
      items: [{ rating: 4, isTakenDown: true, comment: '', notes: [] }],
    });
    expect((await listener.get(api.reviews.listOwnReviews, { query: {} })).items).toMatchObject([
      { comment: 'A hateful drum solo.', status: 'pending', takedown: { reason: 'hateful', answer: null } },
    ]);
    expect((await answer(takedownId, listener)).status).toBe(200);
    expect((await restore(takedownId)).status).toBe(200);
    // Links that are made at the same time are the same, and work once.
    earshot.clock.advance(1);
    expect(JSON.stringify(await read())).toContain('A hateful drum solo.');
    expect(await houseLots()).toEqual([]);
  });
});

describe('a question that is taken down', () => {
  test('is no longer asked, even of current listeners; it keeps its place and can be restored', async () => {
    const track = await aTrackOfArtist();
    const id = randomUUID();
    await sql(
      owner(),
      `insert into track_questions (id, track_id, place, kind, question, choices, saved_at)
       values ($1, $2, 0, 'scale', 'How dumb are you?', '{}', $3)`,
      [id, track.id, new Date(earshot.clock.now().getTime() - 1000)],
    );
    expect((await next())?.questions).toHaveLength(1);
    const takedownId = await takenDown(id, 'question');
    const served = await next();
    expect(served?.questions).toEqual([]);
    await listenTo(earshot, listener, served, 64, { fetchAudio: false });
    await sql(owner(), 'update leases set bytes_sent = 1000000');
    expect((await submit(track.id)).status).toBe(201);
    const params = { trackId: track.id };
    expect((await artist.get(api.questions.readQuestions, { params })).questions).toMatchObject([
      { id, takedown: { reason: 'hateful' } },
    ]);
    expect((await artist.call(api.questions.saveQuestions, { params, body: { questions: [] } })).code).toBe(
      'question_answered',
    );
    expect((await restore(takedownId)).status).toBe(200);
    expect((await artist.get(api.questions.readQuestions, { params })).questions).toMatchObject([
      { id, takedown: null },
    ]);
  });
});
