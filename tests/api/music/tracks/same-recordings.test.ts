import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { endHolds } from '#server/music/tracks/audio/hold-recording.ts';
import { keepDates } from '#server/plans/balance/keep-dates.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { anMp3, aRealTrack, type RealTrack } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot();
let earshot: Earshot;
let artist: ApiUser;
let other: ApiUser;
let admin: ApiUser;

const owner = () => earshot.testDatabase.ownerDatabase;

/** Somebody whose account is older than a week. */
async function anEstablished(): Promise<ApiUser> {
  const person = await earshot.signIn({ userType: 'artist' });
  await sql(owner(), "update users set created_at = created_at - interval '8 days' where id = $1", [
    person.userId,
  ]);
  await sql(
    owner(),
    `insert into upload_limits values ($1, 9, date_trunc('month', $2::timestamptz at time zone 'UTC'))`,
    [person.userId, earshot.clock.now()],
  );
  return person;
}

beforeEach(async () => {
  earshot = shared();
  artist = await anEstablished();
  other = await anEstablished();
  admin = await earshot.signIn({ admin: true });
});

/** Twenty-four seconds of the recording, from about so many seconds on, at a frame. */
async function recording(name: RealTrack, fromSecond = 0): Promise<Uint8Array<ArrayBuffer>> {
  const file = await aRealTrack(name);
  const from = file.findIndex(
    (byte, at) => at >= fromSecond * 16_000 && byte === 0xff && file[at + 1] === 0xfb,
  );
  return file.slice(from, from + 384_000);
}

async function stored(by: ApiUser, file: Uint8Array<ArrayBuffer>): Promise<string> {
  const uploadId = randomUUID();
  const answer = await by.upload(file, uploadId);
  if (!answer.ok) throw new Error(`The upload was refused: ${answer.status}`);
  return uploadId;
}
const made = async (by: ApiUser, uploadId: string) =>
  by.get(api.tracks.createTrack, { body: { uploadId, title: 'Night Bus', genre: 'indie' } });
async function uploaded(by: ApiUser, file: Uint8Array<ArrayBuffer>) {
  earshot.clock.advance(1);
  const track = await made(by, await stored(by, file));
  await earshot.runJobs();
  return track;
}
const similar = (by: ApiUser, uploadId: string) => by.call(api.tracks.findSimilar, { params: { uploadId } });
const listed = async (view: 'open' | 'decided' = 'open', by = admin) =>
  (await by.get(api.admin.listSameRecordings, { query: { view } })).items;
const decide = (recordingId: string, decision: 'dismissed' | 'kept' = 'dismissed', by = admin) =>
  by.call(api.admin.decideSameRecording, {
    params: { recordingId },
    body: { decision, note: 'A cover song under license.' },
  });
const prints = async () =>
  sqlRow(
    owner(),
    `select (select count(*)::int from sound_prints) as prints,
       (select count(distinct print_id)::int from sound_print_terms) as indexed`,
  );

describe('an artist who uploads a recording again', () => {
  test('is asked about the newest similar track, once the upload is analyzed', async () => {
    const first = await uploaded(artist, await recording('metal-madness'));
    const uploadId = await stored(artist, await recording('metal-madness', 10));
    expect((await similar(artist, uploadId)).answer).toEqual({ isKnown: false, track: null });
    await earshot.runJobs();
    expect((await similar(artist, uploadId)).answer).toEqual({
      isKnown: true,
      track: { trackId: first.id, title: 'Night Bus', version: 1 },
    });
    expect((await similar(other, uploadId)).code).toBe('not_found');
  });

  test('does not wait for the analysis without another track, and is not asked about other music', async () => {
    const first = await stored(artist, await recording('metal-madness'));
    expect((await similar(artist, first)).answer).toEqual({ isKnown: true, track: null });
    await made(artist, first);
    const second = await stored(artist, await recording('war-of-freedom'));
    await earshot.runJobs();
    expect((await similar(artist, second)).answer).toEqual({ isKnown: true, track: null });
  });

  test("is not asked about a deleted track or another artist's track", async () => {
    const first = await uploaded(artist, await recording('metal-madness'));
    await artist.get(api.tracks.deleteTrack, { params: { trackId: first.id } });
    expect(await prints()).toEqual({ prints: 0, indexed: 0 });
    await uploaded(artist, anMp3());
    await uploaded(other, await recording('metal-madness'));
    const again = await stored(artist, await recording('metal-madness', 10));
    await earshot.runJobs();
    expect((await similar(artist, again)).answer).toEqual({ isKnown: true, track: null });
  });
});

describe('a recording that another artist has uploaded', () => {
  test('is shown to admins with both tracks, and is still served', async () => {
    const earlier = await uploaded(artist, await recording('metal-madness'));
    const later = await uploaded(other, await recording('metal-madness', 10));
    expect(await listed()).toMatchObject([
      {
        earlier: { trackId: earlier.id, artistId: artist.userId, isDeleted: false },
        later: { trackId: later.id, artistId: other.userId },
        heldUntil: null,
        decision: null,
      },
    ]);
    expect((await admin.get(api.admin.readPlatformStats, {})).sameRecordings).toBe(1);
    const listener = await earshot.signIn({ userType: 'listener' });
    const wish = await listener.get(api.listening.nextTrack, { body: { trackId: later.id } });
    expect(wish.track?.trackId).toBe(later.id);
  });

  test('is flagged once, even if it was analyzed only after it became a track', async () => {
    await uploaded(artist, await recording('metal-madness'));
    const { id } = await made(other, await stored(other, await recording('metal-madness', 10)));
    await earshot.runJobs();
    await sql(owner(), "select graphile_worker.add_job('find-same-recordings', $1::json)", [
      JSON.stringify({ trackId: id }),
    ]);
    await earshot.runJobs();
    expect((await listed()).length).toBe(1);
  });

  test('is not revealed to either artist', async () => {
    const earlier = await uploaded(artist, await recording('metal-madness'));
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const later = await uploaded(newcomer, await recording('metal-madness', 10));
    const read = async (by: ApiUser, trackId: string) =>
      JSON.stringify(await by.get(api.tracks.readOwnTrack, { params: { trackId } }));
    const seen = [await read(artist, earlier.id), await read(newcomer, later.id)];
    for (const text of seen) expect(text).not.toContain(text === seen[0] ? later.id : earlier.id);
    expect((await artist.call(api.admin.listSameRecordings, { query: { view: 'open' } })).code).toBe(
      'access_denied',
    );
    const [notices, others] = [
      await artist.get(api.accounts.listNotices, { query: {} }),
      await newcomer.get(api.accounts.listNotices, { query: {} }),
    ];
    expect([notices.items, others.items]).toEqual([[], []]);
  });

  test('of test and sample accounts is not flagged', async () => {
    await sql(owner(), 'update users set is_test = true where id = $1', [artist.userId]);
    await uploaded(artist, await recording('metal-madness'));
    await uploaded(other, await recording('metal-madness', 10));
    expect(await listed()).toEqual([]);
  });

  test('leaves the list if one of the tracks is deleted', async () => {
    await uploaded(artist, await recording('metal-madness'));
    const later = await uploaded(other, await recording('metal-madness', 10));
    await other.get(api.tracks.deleteTrack, { params: { trackId: later.id } });
    expect(await listed()).toEqual([]);
    expect((await admin.get(api.admin.readPlatformStats, {})).sameRecordings).toBe(0);
  });
});

describe('a recording that is taken down', () => {
  const takeDown = (thingId: string, reason: 'spam' | 'copyright' = 'spam') =>
    admin.get(api.reports.takeDown, {
      body: { kind: 'track', thingId, reason, sentence: 'It advertises.' },
    });
  const link = (trackId: string, by = admin) =>
    by.call(api.tracks.createPlaybackLink, { params: { trackId } });

  test('is shown to admins, with audio, if another account uploads it, and that track waits', async () => {
    const down = await uploaded(artist, await recording('metal-madness'));
    await takeDown(down.id);
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const later = await uploaded(newcomer, await recording('metal-madness', 10));
    const [entry] = await listed();
    expect(entry).toMatchObject({
      earlier: { trackId: down.id, isDeleted: false, isTakenDown: true },
      later: { trackId: later.id, isDeleted: false, isTakenDown: false },
    });
    expect(entry?.heldUntil).not.toBeNull();
    expect((await admin.get(api.admin.readPlatformStats, {})).sameRecordings).toBe(1);
    expect((await link(down.id)).status).toBe(201);
  });

  test('keeps a track waiting until every entry about it is decided', async () => {
    const down = await uploaded(artist, await recording('metal-madness'));
    await takeDown(down.id);
    await uploaded(other, await recording('metal-madness', 10));
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const { id } = await uploaded(newcomer, await recording('metal-madness', 5));
    const entries = (await listed()).filter(({ later }) => later.trackId === id);
    expect(entries.length).toBe(2);
    const isHeld = async () =>
      (await sqlRow(owner(), 'select held_until is not null as held from artist_tracks where id = $1', [id]))
        .held;
    await decide(entries.find(({ earlier }) => !earlier.isTakenDown)?.id ?? '');
    expect(await isHeld()).toBe(true);
    await decide(entries.find(({ earlier }) => earlier.isTakenDown)?.id ?? '');
    expect(await isHeld()).toBe(false);
  });

  test('for copyright closes its open entries, and the other track that waited is served', async () => {
    const earlier = await uploaded(artist, await recording('metal-madness'));
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const { id } = await uploaded(newcomer, await recording('metal-madness', 10));
    await takeDown(earlier.id, 'copyright');
    expect(await listed()).toEqual([]);
    expect(await listed('decided')).toMatchObject([{ decision: 'taken_down', note: 'It advertises.' }]);
    expect((await admin.get(api.admin.readPlatformStats, {})).sameRecordings).toBe(0);
    expect(
      await sqlRow(owner(), 'select held_until, has_places from artist_tracks where id = $1', [id]),
    ).toEqual({ held_until: null, has_places: true });
  });

  test('for another reason closes its entry once both tracks are down, even if simultaneous', async () => {
    const earlier = await uploaded(artist, await recording('metal-madness'));
    const later = await uploaded(other, await recording('metal-madness', 10));
    await Promise.all([takeDown(earlier.id), takeDown(later.id)]);
    expect(await listed()).toEqual([]);
    expect(await listed('decided')).toMatchObject([{ decision: 'taken_down' }]);
  });

  test('for another reason stays listed while the other track is up, and its artist is not asked about it', async () => {
    await uploaded(artist, await recording('metal-madness'));
    const later = await uploaded(other, await recording('metal-madness', 10));
    await takeDown(later.id);
    expect(await listed()).toMatchObject([{ later: { trackId: later.id, isTakenDown: true } }]);
    await uploaded(other, anMp3());
    const again = await stored(other, await recording('metal-madness', 5));
    await earshot.runJobs();
    expect((await similar(other, again)).answer).toEqual({ isKnown: true, track: null });
  });
});

describe('a new artist’s matching track without a plan', () => {
  async function held() {
    await uploaded(artist, await recording('metal-madness'));
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const { id } = await uploaded(newcomer, await recording('metal-madness', 10));
    return { newcomer, id };
  }
  const read = async (userId: string, trackId: string) =>
    (await earshot.signInAgain(userId)).get(api.tracks.readOwnTrack, { params: { trackId } });
  const isServed = async (trackId: string) =>
    (await sqlRow(owner(), 'select has_places from artist_tracks where id = $1', [trackId])).has_places;

  test('waits at most 48 hours, with its promise paused, and is then served', async () => {
    const { newcomer, id } = await held();
    const until = new Date(earshot.clock.now().getTime() + 48 * 3_600_000);
    const { heldUntil } = await read(newcomer.userId, id);
    expect(Math.abs(Date.parse(heldUntil ?? '') - until.getTime())).toBeLessThan(60_000);
    expect(await isServed(id)).toBe(false);
    const listener = await earshot.signIn({ userType: 'listener' });
    const served = new Set<string>();
    for (const unpaid of [false, true]) {
      const { track } = await listener.get(api.listening.nextTrack, { body: { trackId: id, unpaid } });
      if (track) served.add(track.trackId);
    }
    expect(served).not.toContain(id);
    await sql(
      owner(),
      "update assignments set promise = 'open', promised_at = $2, dated = reviews where track_id = $1",
      [id, until],
    );
    await keepDates(earshot.deps);
    expect((await read(newcomer.userId, id)).assignments[0]?.stoppedFor).toBe('look');
    earshot.clock.advance(48 * 3600 + 60);
    await endHolds(earshot.deps);
    await keepDates(earshot.deps);
    const after = await read(newcomer.userId, id);
    expect(after.heldUntil).toBeNull();
    const [date] = after.assignments;
    expect(date).toMatchObject({ stoppedFor: null, promise: 'open' });
    expect(Date.parse(date?.promisedAt ?? '')).toBeGreaterThan(until.getTime() + 47 * 3_600_000);
    expect(await isServed(id)).toBe(true);
  });

  test('is served as soon as an admin decides, and the admin is recorded with the note', async () => {
    const { newcomer, id } = await held();
    const [entry] = await listed();
    expect(entry?.heldUntil).not.toBeNull();
    expect((await decide(entry?.id ?? '', 'kept')).status).toBe(200);
    expect((await read(newcomer.userId, id)).heldUntil).toBeNull();
    expect(await isServed(id)).toBe(true);
    expect(await listed()).toEqual([]);
    expect(await listed('decided')).toMatchObject([
      { decision: 'kept', note: 'A cover song under license.' },
    ]);
    const { items } = await admin.get(api.admin.listActivity, { query: { event: 'recording_kept' } });
    expect(items).toMatchObject([{ details: { reason: 'A cover song under license.' } }]);
  });

  test('is served at once if the artist has a plan', async () => {
    await uploaded(artist, await recording('metal-madness'));
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const [now, later] = [earshot.clock.now(), new Date(earshot.clock.now().getTime() + 30 * 86_400_000)];
    await sql(
      owner(),
      `insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, active, started_at,
                                         current_period_start, current_period_end)
       values ($1, 'basic', 5, 0, true, $2, $2, $3)`,
      [newcomer.userId, now, later],
    );
    await openLots(earshot.deps);
    const { id } = await uploaded(newcomer, await recording('metal-madness', 10));
    expect((await listed()).length).toBe(1);
    expect(await isServed(id)).toBe(true);
  });

  test('continues to be served if it is the earlier one', async () => {
    const newcomer = await earshot.signIn({ userType: 'artist' });
    const { id } = await uploaded(newcomer, await recording('metal-madness'));
    await uploaded(artist, await recording('metal-madness', 10));
    expect((await listed()).length).toBe(1);
    expect(await isServed(id)).toBe(true);
  });
});

describe('a report of a track that matches an earlier one', () => {
  const say = (thingId: string, by: ApiUser, reason: 'copyright' | 'spam' = 'copyright') =>
    by.call(api.reports.report, {
      body: { kind: 'track', thingId, reason, statement: 'It is my recording of 2019.' },
    });
  const sayOutside = (trackId: string) =>
    earshot.nobody.call(api.reports.reportCopyright, {
      body: { trackId, name: 'Kim', email: 'kim@example.org', statement: 'It is my recording of 2019.' },
    });
  const heldUntil = async (id: string) =>
    (await sqlRow(owner(), 'select held_until as at from artist_tracks where id = $1', [id])).at;
  /** The reports as an admin has read them. */
  const toDismiss = async () => {
    const { items } = await admin.get(api.reports.listReports, { query: { view: 'open' } });
    const [{ thingId = '', reportIds = [] } = {}] = items;
    return { thingId, reportIds };
  };
  const dismissAll = async () => admin.call(api.reports.dismissReports, { body: await toDismiss() });
  const aReporter = () => earshot.signIn({ userType: 'listener' });
  async function aPair() {
    const earlier = await uploaded(artist, await recording('metal-madness'));
    const later = await uploaded(other, await recording('metal-madness', 10));
    return { earlierId: earlier.id, laterId: later.id };
  }

  test('does not affect the earlier track, a track without a match, or reports for another reason', async () => {
    const { earlierId, laterId } = await aPair();
    const alone = await uploaded(other, await recording('war-of-freedom'));
    for (const [id, reason] of [
      [earlierId, 'copyright'],
      [alone.id, 'copyright'],
      [laterId, 'spam'],
    ] as const) {
      expect((await say(id, await aReporter(), reason)).status).toBe(201);
      expect(await heldUntil(id)).toBeNull();
    }
  });

  test('has no effect once an admin has decided that both are legitimate', async () => {
    const { laterId } = await aPair();
    await decide((await listed())[0]?.id ?? '');
    expect((await say(laterId, await aReporter())).status).toBe(201);
    expect(await heldUntil(laterId)).toBeNull();
  });

  test('holds the track for 48 hours with its promise paused, and neither artist learns why', async () => {
    const { earlierId, laterId } = await aPair();
    expect((await sayOutside(laterId)).status).toBe(201);
    const until = earshot.clock.now().getTime() + 48 * 3_600_000;
    expect(Math.abs(Number(await heldUntil(laterId)) - until)).toBeLessThan(60_000);
    const listener = await aReporter();
    const { track } = await listener.get(api.listening.nextTrack, { body: { trackId: laterId } });
    expect(track?.trackId).not.toBe(laterId);
    const [entry] = await listed();
    expect(entry?.heldUntil).not.toBeNull();
    await sql(
      owner(),
      "update assignments set promise = 'open', promised_at = now() + interval '9 days', dated = reviews where track_id = $1",
      [laterId],
    );
    await keepDates(earshot.deps);
    const seen = await other.get(api.tracks.readOwnTrack, { params: { trackId: laterId } });
    expect(seen.assignments[0]?.stoppedFor).toBe('look');
    expect(JSON.stringify(seen)).not.toContain(earlierId);
    earshot.clock.advance(48 * 3600 + 60);
    await endHolds(earshot.deps);
    expect(await heldUntil(laterId)).toBeNull();
    admin = await earshot.signInAgain(admin.userId);
  });

  test('holds the track once: further reports add no time', async () => {
    const { laterId } = await aPair();
    const reporters = [await aReporter(), await aReporter()];
    const both = await Promise.all(reporters.map((by) => say(laterId, by)));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const first = await heldUntil(laterId);
    expect(first).not.toBeNull();
    earshot.clock.advance(3600);
    expect((await say(laterId, await aReporter())).status).toBe(201);
    expect(await heldUntil(laterId)).toEqual(first);
    earshot.clock.advance(48 * 3600);
    await endHolds(earshot.deps);
    expect((await say(laterId, await aReporter())).status).toBe(201);
    expect(await heldUntil(laterId)).toBeNull();
  });

  test('also holds the track if the match is found while the report is open', async () => {
    await uploaded(artist, await recording('metal-madness'));
    earshot.clock.advance(1);
    const { id } = await made(other, await stored(other, await recording('metal-madness', 10)));
    expect((await say(id, await aReporter())).status).toBe(201);
    expect(await heldUntil(id)).toBeNull();
    await earshot.runJobs();
    expect(await heldUntil(id)).not.toBeNull();
  });

  test('holds the track until the last report about its rights is dismissed', async () => {
    const { laterId } = await aPair();
    await say(laterId, await aReporter());
    const first = await toDismiss();
    await say(laterId, await aReporter());
    await admin.get(api.reports.dismissReports, { body: first });
    expect(await heldUntil(laterId)).not.toBeNull();
    expect((await dismissAll()).status).toBe(200);
    expect(await heldUntil(laterId)).toBeNull();
    expect((await listed()).length).toBe(1);
  });

  test('does not leave the track held if an admin decides, dismisses or takes it down at the same time', async () => {
    const { laterId } = await aPair();
    const id = (await listed())[0]?.id ?? '';
    const [report, decision] = await Promise.all([say(laterId, await aReporter()), decide(id)]);
    expect([report.status, decision.status]).toEqual([201, 200]);
    expect(await heldUntil(laterId)).toBeNull();

    await sql(
      owner(),
      'update same_recordings set decision = null, note = null, decided_by = null, decided_at = null, held_for = null',
    );
    await say(laterId, await aReporter());
    expect(await heldUntil(laterId)).not.toBeNull();
    const body = { kind: 'track', thingId: laterId, reason: 'copyright', sentence: 'Shown.' } as const;
    const read = await toDismiss();
    const [dismissed, taken] = await Promise.all([
      admin.call(api.reports.dismissReports, { body: read }),
      admin.call(api.reports.takeDown, { body }),
    ]);
    expect([200, 409]).toContain(dismissed.status);
    expect(taken.status).toBe(201);
    expect((await sqlRow(owner(), 'select status from artist_tracks where id = $1', [laterId])).status).toBe(
      'taken_down',
    );
  });
});

describe('a decision about a match', () => {
  test('is made once, and not by an admin who owns one of the tracks', async () => {
    await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'admin')", [other.userId]);
    const ownAdmin = await earshot.signInAgain(other.userId);
    await uploaded(artist, await recording('metal-madness'));
    await uploaded(other, await recording('metal-madness', 10));
    const [entry] = await listed('open', ownAdmin);
    expect(entry?.isOwn).toBe(true);
    const id = entry?.id ?? '';
    expect((await decide(id, 'dismissed', ownAdmin)).code).toBe('own_decision');
    expect((await decide(randomUUID())).code).toBe('not_found');
    const both = await Promise.all([decide(id), decide(id, 'kept')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is not made by an admin who shares a browser with one of the artists', async () => {
    await uploaded(artist, await recording('metal-madness'));
    await uploaded(other, await recording('metal-madness', 10));
    const another = await earshot.signIn({ admin: true });
    for (const { userId } of [admin, artist]) {
      await sql(
        owner(),
        `insert into evidence (user_id, kind, day, mark, first_at, last_at)
         values ($1, 'device', current_date, 'twenty-two-characters-', now(), now())`,
        [userId],
      );
    }
    const [entry] = await listed();
    expect(entry?.isOwn).toBe(true);
    expect((await decide(entry?.id ?? '')).code).toBe('own_decision');
    expect((await listed('open', another))[0]?.isOwn).toBe(false);
    expect((await decide(entry?.id ?? '', 'dismissed', another)).status).toBe(200);
  });
});
