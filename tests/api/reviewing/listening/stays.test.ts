import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { noAnswers } from '#contract/reviewing/reviews/review-prompts.ts';
import { readHeardByListener, readSkips, readStays } from '#server/reviewing/listening/read-hearing.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { openTab, type Tab } from '#tests/support/people/staying.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
let trackId: string;
let artistId: string;
let tab: Tab;

beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  ({ id: trackId, artistId } = await aTrack(earshot.testDatabase.ownerDatabase));
  listener = await earshot.signIn({ userType: 'listener' });
  tab = await served(listener);
});

async function served(to: ApiUser, wanted = trackId): Promise<Tab> {
  const { track } = await to.get(api.listening.nextTrack, { body: { trackId: wanted } });
  if (track?.trackId !== wanted) throw new Error('Another track was served.');
  return openTab(earshot, to, wanted);
}

const owner = () => earshot.testDatabase.ownerDatabase;
const later = (seconds: number) => earshot.clock.advance(seconds);
const stays = async (of = trackId) => (await readStays(earshot.deps, of)).stays;

/** Sends the review; the sound counts as delivered. */
async function send(by: ApiUser): Promise<void> {
  await sql(owner(), 'update leases set bytes_sent = 1000000 where listener_id = $1', [by.userId]);
  await by.get(api.reviews.submitReview, {
    body: { trackId, rating: 4, comment: anHonestComment, typing: typedByHand },
    idempotencyKey: randomUUID(),
  });
}

const keepDraft = (comment: string, seen: number) =>
  listener.get(api.reviews.keepDraft, {
    params: { trackId },
    body: { draft: { rating: null, comment, prompts: noAnswers, notes: [], setAside: null }, seen },
  });

describe('a listener does not stay who', () => {
  test('sends the review without choosing, even if the music ran on: stops at zero', async () => {
    const { stay } = await tab.playTo(60);
    expect(stay).toBe('offered');
    await tab.playTo(90);
    expect(await stays()).toEqual([]);
    await send(listener);
    expect(await stays()).toEqual([
      {
        listenerId: listener.userId,
        unpaidSeconds: 0,
        stop: 'sent',
        censored: false,
        heardWholeMinute: true,
      },
    ]);
  });

  test('chooses too early, or while the music plays: the choice is ignored', async () => {
    await tab.playTo(40);
    await tab.report('pause', 40, false);
    expect(await tab.report('continue', 40, false)).toMatchObject({ stay: null });
    await tab.playTo(60);
    expect(await tab.report('continue', 60)).toMatchObject({ stay: 'offered' });
    await tab.playTo(100);
    await send(listener);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 0, stop: 'sent' }]);
  });

  test('closes the page and returns after a minute: the choice no longer counts', async () => {
    await tab.hearMinute();
    await tab.report('leave', 60, false);
    later(60);
    tab = await served(listener);
    expect(await tab.report('continue', 60, false)).toMatchObject({ stay: 'over' });
    await tab.playTo(80);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 0, stop: 'left', censored: false }]);
  });

  test('skips at the end of the minute', async () => {
    await tab.hearMinute();
    await listener.get(api.listening.skipTrack, { body: { trackId } });
    expect(await stays()).toMatchObject([{ unpaidSeconds: 0, stop: 'skipped' }]);
    tab = await served(listener);
    expect(await tab.keepListening()).toMatchObject({ stay: 'over' });
  });

  test('has started another track', async () => {
    await tab.hearMinute();
    const other = await aTrack(owner());
    await served(listener, other.id);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 0, stop: 'left' }]);
  });
});

describe('a listener who keeps listening', () => {
  beforeEach(async () => {
    await tab.hearMinute();
    later(30);
    await tab.keepListening();
  });

  test('is counted with the proven seconds until they type', async () => {
    await tab.playTo(75);
    expect(await stays()).toEqual([]);
    later(2);
    await tab.report('typed', 77);
    await tab.playTo(100);
    await send(listener);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 17, stop: 'typed', censored: false }]);
  });

  test('stops when a draft is saved without a typing report, but not by text from before the choice', async () => {
    const { revision } = await keepDraft('Typed a moment before the choi', 0);
    await tab.playTo(64);
    expect(await stays()).toEqual([]);
    await tab.playTo(76);
    await keepDraft('Typed a moment before the choice. And on.', revision);
    await tab.playTo(100);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 16, stop: 'typed' }]);
  });

  test('earns no seconds for audio heard before, or for a jump', async () => {
    await tab.report('seek', 10);
    await tab.playTo(40);
    await tab.report('seek', 100);
    await tab.playTo(110);
    await tab.report('typed', 110);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 10 }]);
  });

  test('continues after a pause of less than ten seconds, and not after one of ten', async () => {
    await tab.playTo(66);
    await tab.report('pause', 66, false);
    later(9.9);
    await tab.playTo(70);
    await tab.report('pause', 70, false);
    later(10);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 10, stop: 'paused', censored: false }]);
    await tab.playTo(90);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 10, stop: 'paused' }]);
  });

  test('is not counted while the page is hidden, and stops if it stays hidden', async () => {
    await tab.playTo(66);
    await tab.report('beat', 66, false);
    later(9);
    await tab.report('mark', 75, true);
    await tab.playTo(80);
    await tab.report('beat', 80, false);
    later(12);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 11, stop: 'hidden' }]);
  });

  test('continues after a reload within a minute, in a new session', async () => {
    await tab.playTo(70);
    await tab.report('leave', 70, false);
    later(59);
    const again = await served(listener);
    await again.report('seek', 70, false);
    expect(await again.playTo(80)).toMatchObject({ stay: 'chosen' });
    await again.report('typed', 80);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 20, stop: 'typed', heardWholeMinute: true }]);
  });

  test('is censored if the connection was lost', async () => {
    await tab.playTo(72);
    later(60);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 12, stop: 'lost', censored: true }]);
  });

  test('is censored at the end of the unheard part of the track', async () => {
    await tab.playTo(118);
    later(2);
    await tab.report('end', 120, false);
    await send(listener);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 60, stop: 'end', censored: true }]);
  });

  test('earns nothing extra from repeated or late reports', async () => {
    await tab.playTo(70);
    await tab.report('mark', 70);
    await tab.report('mark', 66);
    later(30);
    await tab.report('mark', 100);
    await tab.report('typed', 100);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 16, stop: 'typed' }]);
  });

  test('is not affected by another tab, which cannot play at the same time', async () => {
    await tab.playTo(70);
    const other = openTab(earshot, listener, trackId);
    await expect(other.report('continue', 60, false)).rejects.toThrow();
    await tab.playTo(74);
    await tab.report('typed', 74);
    expect(await stays()).toMatchObject([{ unpaidSeconds: 14 }]);
  });
});

describe('the paid minute', () => {
  test('with a seek is not 0:00 to 1:00, but counts', async () => {
    await tab.playTo(20);
    await tab.report('seek', 40);
    await tab.playTo(80);
    await tab.report('pause', 80, false);
    await send(listener);
    expect(await stays()).toMatchObject([{ stop: 'sent', heardWholeMinute: false }]);
  });

  test.each([64_000, 65_000])('of a track of %i ms', async (durationMs) => {
    await sql(
      owner(),
      'update audio_files set duration_ms = $2 where id = (select audio_file_id from artist_tracks where id = $1)',
      [trackId, durationMs],
    );
    const progress = await tab.hearMinute();
    expect(progress).toMatchObject({ unlocked: true, stay: durationMs === 64_000 ? null : 'offered' });
  });

  test('is still offered after a reload', async () => {
    await tab.hearMinute();
    const { track } = await listener.get(api.listening.nextTrack, { body: {} });
    expect(track?.progress).toMatchObject({ unlocked: true, stay: 'offered' });
  });
});

describe('the following are left out and counted as left out', () => {
  const stopAtMinute = async () => {
    await tab.hearMinute();
    await send(listener);
    return readStays(earshot.deps, trackId);
  };

  test('test accounts', async () => {
    await sql(owner(), 'update users set is_test = true where id = $1', [listener.userId]);
    expect(await stopAtMinute()).toEqual({ stays: [], leftOut: 1 });
    expect(await readHeardByListener(earshot.deps, trackId)).toEqual([]);
  });

  test('returning reviewers who compare the track with its former version', async () => {
    await sql(
      owner(),
      `insert into version_comparisons (track_id, listener_id, artist_id, began_at) values ($1, $2, $3, now())`,
      [trackId, listener.userId, artistId],
    );
    expect(await stopAtMinute()).toEqual({ stays: [], leftOut: 1 });
  });

  test.each([
    ['device', 0, 1],
    ['mailbox', 0, 1],
    ['network', 1, 0],
  ])('accounts that share a %s with the artist: %i stay, %i are left out', async (kind, counted, leftOut) => {
    const mark = randomUUID().slice(0, 22);
    for (const userId of [artistId, listener.userId]) {
      await sql(
        owner(),
        `insert into evidence (user_id, kind, day, mark, first_at, last_at)
         values ($1, $2, '2030-05-14', $3, '2030-05-14', '2030-05-14')`,
        [userId, kind, mark],
      );
    }
    const found = await stopAtMinute();
    expect([found.stays.length, found.leftOut]).toEqual([counted, leftOut]);
  });

  test('accounts with texts nearly equal to the artist’s, and accounts in an undismissed cluster', async () => {
    const related = (one: string, other: string) =>
      sql(owner(), `insert into related_acts values ($1, $2, 'text', 1, '2030-05-14', '2030-05-14')`, [
        one,
        other,
      ]);
    await related(listener.userId, artistId);
    expect(await stopAtMinute()).toEqual({ stays: [], leftOut: 1 });
    await sql(owner(), 'delete from related_acts');
    expect((await readStays(earshot.deps, trackId)).leftOut).toBe(0);
    const { id } = await sqlRow(
      owner(),
      'insert into clusters (found_at, changed_at, members) values (now(), now(), 2) returning id',
      [],
    );
    for (const userId of [artistId, listener.userId])
      await sql(owner(), "insert into cluster_members values ($1, $2, '{device,text}', now())", [userId, id]);
    expect((await readStays(earshot.deps, trackId)).leftOut).toBe(1);
    await sql(
      owner(),
      `update clusters set decision = 'dismissed', decided_at = now(), decided_by = $2, note = 'A family.',
         decided_members = 2 where id = $1`,
      [id, artistId],
    );
    expect((await readStays(earshot.deps, trackId)).leftOut).toBe(0);
  });

  test.each([
    [18, 18, 0],
    [19, 19, 1],
    [19, 17, 0],
    [19, 18, 1],
    [29, 26, 0],
    [29, 27, 1],
  ])(
    'a listener who stays to the end of this track and, of %i before, did in %i: %i',
    async (tracks, ends, leftOut) => {
      for (let number = 0; number < tracks; number += 1) {
        const { id } = await aTrack(owner());
        await sql(
          owner(),
          `insert into stays (track_id, listener_id, minute_at, whole_minute, reported_at, stop)
         values ($1, $2, now(), true, now(), $3)`,
          [id, listener.userId, number < ends ? 'end' : 'typed'],
        );
      }
      await tab.hearMinute();
      await tab.keepListening();
      await tab.playTo(120);
      expect((await readStays(earshot.deps, trackId)).leftOut).toBe(leftOut);
    },
  );
});

test('the artist sees how many stayed from five listeners on, with their marks', async () => {
  const artist = await earshot.signInAgain(artistId);
  const read = () => artist.get(api.verdict.readVerdict, { params: { trackId } });
  const listeners = [listener];
  while (listeners.length < 5) listeners.push(await earshot.signIn({ userType: 'listener' }));
  for (const [place, one] of listeners.entries()) {
    expect((await read()).staying).toMatchObject({ listeners: 0, stayed: 0 });
    const theirs = await served(one);
    await theirs.hearMinute();
    await theirs.keepListening();
    await theirs.playTo(place < 3 ? 64 : 65);
    await one.get(api.listening.markMoment, { params: { trackId }, body: { kind: 'love', atSecond: 63 } });
    await theirs.report('typed', theirs.position());
  }
  const { staying, marks } = await read();
  expect(staying).toMatchObject({ listeners: 5, stayed: 2, leftOut: 0 });
  expect(marks).toEqual([{ kind: 'love', second: 63, count: 5 }]);
});

test('a skip stores its second, once per listener', async () => {
  await tab.playTo(23);
  await tab.report('pause', 23, false);
  await listener.get(api.listening.skipTrack, { body: { trackId } });
  tab = await served(listener);
  await tab.playTo(8);
  await listener.get(api.listening.skipTrack, { body: { trackId } });
  const another = await earshot.signIn({ userType: 'listener' });
  await served(another);
  await another.get(api.listening.skipTrack, { body: { trackId } });
  expect(await readSkips(earshot.deps, trackId)).toEqual([{ listenerId: listener.userId, atSecond: 23 }]);
  expect(await readHeardByListener(earshot.deps, trackId)).toEqual([
    { listenerId: listener.userId, heard: [{ from: 0, to: 23 }] },
  ]);
});
