import { randomUUID } from 'node:crypto';
import { strFromU8 } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { exportOf } from '#tests/support/people/exporting.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const shared = sharedEarshot();
let earshot: Earshot;
let listener: ApiUser;
let admin: ApiUser;
beforeEach(async () => {
  earshot = shared();
  listener = await earshot.signIn({ userType: 'listener', displayName: 'Lee' });
  admin = await earshot.signIn({ admin: true });
});

const owner = () => earshot.testDatabase.ownerDatabase;
const dayLong = 86_400;
const send = (thingId: string, by = listener, kind: 'track' | 'review' | 'question' = 'track') =>
  by.call(api.reports.report, { body: { kind, thingId, reason: 'spam' } });
const open = async (by = admin) => (await by.get(api.reports.listReports, { query: { view: 'open' } })).items;
const dismiss = async (by = admin) => {
  for (const { thingId, reportIds } of await open(by)) {
    await by.get(api.reports.dismissReports, { body: { thingId, reportIds } });
  }
};
/** Later; sessions of before are over by then. */
async function later(seconds: number): Promise<void> {
  earshot.clock.advance(seconds);
  listener = await earshot.signInAgain(listener.userId);
  admin = await earshot.signInAgain(admin.userId);
}

describe('a report is rejected', () => {
  test('if its sender cannot see the thing: a private track, a review by others, a question not asked of them', async () => {
    const track = await aTrack(owner());
    await sql(owner(), 'update profiles set is_private = true where user_id = $1', [track.artistId]);
    const { id: reviewId } = await aReview(owner());
    const questionId = await aQuestion(track.id);
    expect((await send(track.id)).code).toBe('not_found');
    expect((await send(reviewId, listener, 'review')).code).toBe('not_found');
    expect((await send(questionId, listener, 'question')).code).toBe('not_found');
    await serve(track.id);
    expect((await send(track.id)).status).toBe(201);
    expect((await send(questionId, listener, 'question')).status).toBe(201);
  });

  test('if the thing is taken down or deleted', async () => {
    const { id } = await aTrack(owner(), { status: 'deleted' });
    expect((await send(id)).code).toBe('not_found');
    const down = await aTrack(owner());
    await admin.get(api.reports.takeDown, {
      body: { kind: 'track', thingId: down.id, reason: 'spam', sentence: 'It advertises.' },
    });
    expect((await send(down.id)).code).toBe('not_found');
  });

  test('if the thing is the sender’s own', async () => {
    const artist = await earshot.signIn({ userType: 'artist' });
    const { id } = await aTrack(owner(), { artistId: artist.userId });
    expect((await send(id, artist)).code).toBe('own_report');
  });

  test('a second time for the same thing, even if both are sent at once', async () => {
    const { id } = await aTrack(owner());
    const sent = await Promise.all([send(id), send(id), send(id)]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect((await send(id)).code).toBe('reported_already');
    expect(await sqlRow(owner(), 'select count(*)::int as reports from reports')).toEqual({ reports: 1 });
  });

  test('from the sixth a day on, repeats included; a day later five more are accepted', async () => {
    const tracks = await Promise.all(Array.from({ length: 5 }, () => aTrack(owner())));
    const [first, ...others] = tracks.map(({ id }) => id);
    const last = others.pop() ?? '';
    expect((await send(first ?? '')).status).toBe(201);
    expect((await send(first ?? '')).code).toBe('reported_already');
    expect((await send(randomUUID())).code).toBe('not_found');
    const rest = await Promise.all(others.map((id) => send(id)));
    expect(rest.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await send(first ?? '')).code).toBe('reports_a_day');
    expect((await send(last)).code).toBe('reports_a_day');
    await later(dayLong + 1);
    expect((await send(last)).status).toBe(201);
  });

  test.each([
    ['copyright without a statement', { kind: 'track', reason: 'copyright' }],
    ['another reason without text', { kind: 'track', reason: 'other', statement: '  ' }],
    ['the copyright of a review', { kind: 'review', reason: 'copyright', statement: 'Mine.' }],
  ] as const)('if it says too little: %s', async (_name, said) => {
    const { id: thingId } = await aTrack(owner());
    expect((await listener.call(api.reports.report, { body: { ...said, thingId } })).code).toBe('malformed');
  });
});

const aQuestion = async (trackId: string, question = 'Is the intro too long?', kind = 'scale') => {
  const id = randomUUID();
  await sql(
    owner(),
    `insert into track_questions (id, track_id, place, kind, question, choices, saved_at)
     values ($1, $2, 0, $4, $3, '{}', now() - interval '1 day')`,
    [id, trackId, question, kind],
  );
  return id;
};
const serve = async (trackId: string, to = listener) =>
  (await to.get(api.listening.nextTrack, { body: { trackId } })).track;

test('a report alone changes nothing: not the track, its place in the queue, its lists or its artist’s notices', async () => {
  const track = await aTrack(owner(), { title: 'Night Bus' });
  const state = async () => ({
    track: await sqlRow(owner(), 'select * from artist_tracks where id = $1', [track.id]),
    lists: (await earshot.nobody.get(api.discovery.getAllPublicTracks, { body: {} })).items.length,
    told: await sql(owner(), 'select * from notices'),
    mails: await sql(owner(), 'select * from outbox'),
    served: (await serve(track.id))?.trackId,
  });
  await serve(track.id);
  const before = await state();
  for (let i = 0; i < 4; i += 1) {
    await send(track.id, await earshot.signIn({ userType: 'listener' }));
  }
  expect(await state()).toEqual(before);
});

test('a blind track is reported by the id that its listener knows, and no export reveals the track', async () => {
  const track = await aTrack(owner(), { title: 'Night Bus' });
  await sql(owner(), 'update artist_tracks set is_blind = true where id = $1', [track.id]);
  const served = (await listener.get(api.listening.nextTrack, { body: {} })).track;
  expect(served?.trackId).not.toBe(track.id);
  expect((await send(served?.trackId ?? '')).status).toBe(201);
  expect(await open()).toMatchObject([{ thingId: track.id, trackTitle: 'Night Bus' }]);
  const zip = await exportOf(earshot, listener);
  const exported = strFromU8(zip['reports.json'] ?? new Uint8Array());
  expect(exported).toContain('"reason":"spam"');
  expect(exported).not.toContain('Night Bus');
});

describe('no response to a report identifies a blind track', () => {
  async function aBlindOne() {
    const [track, another] = [await aTrack(owner()), await aTrack(owner())];
    await sql(owner(), 'update artist_tracks set is_blind = true where id = $1', [track.id]);
    const serveBlind = async () => {
      const served = (await listener.get(api.listening.nextTrack, { body: {} })).track;
      const { track_id: servedTrack } = await sqlRow(owner(), 'select track_id from leases');
      expect(servedTrack).toBe(track.id);
      return served?.trackId ?? '';
    };
    return { track, trackId: track.id, anotherId: another.id, serveBlind };
  }

  test('reported first by the id that its listener knows, then by its real id', async () => {
    const { trackId, anotherId, serveBlind } = await aBlindOne();
    expect((await send(await serveBlind())).status).toBe(201);
    expect((await send(anotherId)).status).toBe(201);
    expect((await send(trackId)).status).toBe(201);
    expect(await sql(owner(), 'select thing_id from reports')).toHaveLength(2);
  });

  test('reported first by its real id, then by the one its listener knows, with equal responses to repeats', async () => {
    const { trackId, anotherId, serveBlind } = await aBlindOne();
    await send(trackId);
    await send(anotherId);
    const servedId = await serveBlind();
    const repeated = [await send(servedId), await send(trackId), await send(anotherId)];
    expect(repeated.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await send(anotherId)).code).toBe('reports_a_day');
  });

  test('the export lists every report sent, and shows no decision while the track is heard blind', async () => {
    const { track, trackId, anotherId, serveBlind } = await aBlindOne();
    await send(await serveBlind());
    await send(anotherId);
    await send(trackId);
    await dismiss();
    const exported = async () => {
      const zip = await exportOf(earshot, listener);
      return JSON.parse(strFromU8(zip['reports.json'] ?? new Uint8Array()));
    };
    expect(await exported()).toMatchObject(Array(3).fill({ kind: 'track', outcome: null, decidedAt: null }));
    await aReview(owner(), { track, listenerId: listener.userId });
    await later(3600);
    expect(await exported()).toMatchObject(Array(3).fill({ outcome: 'dismissed' }));
  });

  test('once the track is reviewed, a second report is rejected as usual', async () => {
    const { track, trackId, serveBlind } = await aBlindOne();
    await send(await serveBlind());
    await aReview(owner(), { track, listenerId: listener.userId });
    expect((await send(trackId)).code).toBe('reported_already');
  });
});

test('a listener’s text answers are part of the text of the reported review', async () => {
  const artist = await earshot.signIn({ userType: 'artist' });
  const track = await aTrack(owner(), { artistId: artist.userId });
  const { id: reviewId } = await aReview(owner(), { track });
  const questionId = await aQuestion(track.id, 'Which line stays?', 'line');
  await sql(
    owner(),
    `insert into question_answers (question_id, kind, review_id, line) values ($1, 'line', $2, 'Nobody needs you.')`,
    [questionId, reviewId],
  );
  expect((await send(reviewId, artist, 'review')).status).toBe(201);
  const [thing] = await open();
  expect(thing?.shown).toMatch(/\nNobody needs you\.$/);
});

test('reports of one thing are grouped, oldest first, with its text then and now', async () => {
  const [first, second] = [
    await aTrack(owner(), { title: 'First' }),
    await aTrack(owner(), { title: 'Second' }),
  ];
  await send(first.id);
  earshot.clock.advance(60);
  await send(second.id);
  const other = await earshot.signIn({ userType: 'artist', displayName: 'Ada' });
  await send(first.id, other);
  await sql(owner(), "update artist_tracks set title = 'Harmless' where id = $1", [first.id]);
  const things = await open();
  expect((await admin.get(api.admin.readPlatformStats, {})).openReports).toBe(2);
  expect(things).toMatchObject([
    { shown: 'Harmless', shownThen: 'First', state: 'there', isOwn: false, decided: null },
    { shown: 'Second', shownThen: null },
  ]);
  expect(things[0]?.reports.map(({ reporterName }) => reporterName)).toEqual(['Lee', 'Ada']);
});

describe('an admin cannot decide', () => {
  test('a report that involves their own account, as reporter, owner or artist, or one that shares their browser', async () => {
    const own = await aTrack(owner(), { artistId: admin.userId });
    const { id: reviewId } = await aReview(owner(), { track: own });
    const reported = await aTrack(owner());
    await send(own.id);
    await send(reviewId, admin, 'review');
    await send(reported.id, admin);
    const another = await earshot.signIn({ admin: true });
    const linked = await aTrack(owner());
    for (const userId of [admin.userId, linked.artistId]) {
      await sql(
        owner(),
        `insert into evidence (user_id, kind, day, mark, first_at, last_at)
         values ($1, 'device', current_date, 'twenty-two-characters-', now(), now())`,
        [userId],
      );
    }
    await send(linked.id);
    const things = await open();
    expect(things.map(({ isOwn }) => isOwn)).toEqual([true, true, true, true]);
    for (const { kind, thingId, reportIds } of things) {
      expect((await admin.call(api.reports.dismissReports, { body: { thingId, reportIds } })).code).toBe(
        'own_decision',
      );
      const body = { kind, thingId, reason: 'spam', sentence: 'It advertises.' } as const;
      expect((await admin.call(api.reports.takeDown, { body })).code).toBe('own_decision');
    }
    expect((await open(another)).map(({ isOwn }) => isOwn)).toEqual([false, false, false, false]);
  });
});

describe('dismissed reports', () => {
  const dismissOne = async (by = listener) => {
    const { id } = await aTrack(owner());
    expect((await send(id, by)).status).toBe(201);
    await dismiss();
  };

  test('end the right to report for 90 days after the third', async () => {
    await dismissOne();
    await dismissOne();
    await later(dayLong);
    await dismissOne();
    const { id } = await aTrack(owner());
    const refused = await send(id);
    expect(refused.code).toBe('reports_ended');
    expect(Date.parse(String(refused.details.until)) - earshot.clock.now().getTime()).toBeGreaterThan(
      89.9 * dayLong * 1000,
    );
    await later(89 * dayLong);
    expect((await send(id)).code).toBe('reports_ended');
    await later(dayLong);
    expect((await send(id)).status).toBe(201);
  });

  test('of a thing that its owner deleted are closed, and do not count against the reporter', async () => {
    for (let i = 0; i < 3; i += 1) {
      const { id } = await aTrack(owner());
      await send(id);
      await sql(owner(), "update artist_tracks set status = 'deleted' where id = $1", [id]);
    }
    expect((await open()).map(({ state }) => state)).toEqual(['gone', 'gone', 'gone']);
    await dismiss();
    expect(await sql(owner(), 'select distinct outcome from reports')).toEqual([{ outcome: 'gone' }]);
    expect((await send((await aTrack(owner())).id)).status).toBe(201);
  });

  test('count once if two admins dismiss one at the same time', async () => {
    const { id } = await aTrack(owner());
    await send(id);
    const [thing] = await open();
    const body = { thingId: id, reportIds: thing?.reportIds ?? [] };
    const other = await earshot.signIn({ admin: true });
    await Promise.all([admin, other].map((by) => by.get(api.reports.dismissReports, { body })));
    expect(await open()).toEqual([]);
    expect(await sql(owner(), "select * from auth_audit where event = 'reports_dismissed'")).toHaveLength(1);
    const [decided] = (await admin.get(api.reports.listReports, { query: { view: 'decided' } })).items;
    expect(decided).toMatchObject({ thingId: id, decided: { outcome: 'dismissed' } });
  });

  test('include only those that the admin has read: a newer one stays open', async () => {
    const { id: thingId } = await aTrack(owner());
    await send(thingId);
    const [thing] = await open();
    earshot.clock.advance(1);
    await send(thingId, await earshot.signIn({ userType: 'listener' }));
    await admin.get(api.reports.dismissReports, { body: { thingId, reportIds: thing?.reportIds ?? [] } });
    expect(await open()).toMatchObject([{ thingId, reportCount: 1 }]);
  });

  test('include only listed ones: one sent earlier but stored later stays open', async () => {
    const { id: thingId } = await aTrack(owner());
    await send(thingId);
    const [thing] = await open();
    await sql(
      owner(),
      `insert into reports (kind, thing_id, track_id, owner_id, shown, reason, statement, name, email, reported_at)
       select kind, thing_id, track_id, owner_id, shown, 'copyright', 'It is mine.', 'Kim', 'kim@example.org',
         reported_at - interval '1 second' from reports where thing_id = $1`,
      [thingId],
    );
    await admin.get(api.reports.dismissReports, { body: { thingId, reportIds: thing?.reportIds ?? [] } });
    expect(await open()).toMatchObject([
      { thingId, reportCount: 1, reports: [{ email: 'kim@example.org' }] },
    ]);
  });

  test('cannot include unknown reports, or those of a thing taken down since', async () => {
    const { id: thingId } = await aTrack(owner());
    const dismissal = (reportIds: string[]) =>
      admin.call(api.reports.dismissReports, { body: { thingId, reportIds } });
    expect((await dismissal([randomUUID()])).code).toBe('not_found');
    await send(thingId);
    const [thing] = await open();
    await admin.get(api.reports.takeDown, {
      body: { kind: 'track', thingId, reason: 'spam', sentence: 'It advertises.' },
    });
    expect((await dismissal(thing?.reportIds ?? [])).code).toBe('already_decided');
  });

  test('can number over a thousand for one thing: fifty are shown with the count, and each dismissal takes five hundred', async () => {
    const { id: thingId, artistId } = await aTrack(owner());
    await sql(
      owner(),
      `insert into reports (kind, thing_id, track_id, owner_id, shown, reason, statement, name, email, reported_at)
       select 'track', $1, $1, $2, 'Night Bus', 'copyright', 'It is mine.', 'Kim', 'kim' || n || '@example.org',
         $3::timestamptz + n * interval '1 second' from generate_series(1, 1500) n`,
      [thingId, artistId, earshot.clock.now()],
    );
    const [thing] = await open();
    expect(thing?.reportCount).toBe(1500);
    expect(thing?.reports.map(({ email }) => email)).toEqual(
      Array.from({ length: 50 }, (_, n) => `kim${n + 1}@example.org`),
    );
    await dismiss();
    expect(await open()).toMatchObject([{ thingId, reportCount: 1000 }]);
    const [decided] = (await admin.get(api.reports.listReports, { query: { view: 'decided' } })).items;
    expect(decided).toMatchObject({ thingId, reportCount: 500 });
    await dismiss();
    await dismiss();
    expect(await open()).toEqual([]);
    expect(
      await sqlRow(owner(), "select count(*)::int as closed from reports where outcome = 'dismissed'"),
    ).toEqual({ closed: 1500 });
  });
});

describe('without an account', () => {
  const body = (trackId: string, email = 'kim@example.org') => ({
    trackId,
    name: 'Kim Example',
    email,
    statement: 'I wrote and recorded it in 2019.',
  });

  test('copyright can be reported with name, email and statement; a second report adds nothing', async () => {
    const { id } = await aTrack(owner());
    for (const field of ['name', 'email', 'statement'] as const) {
      const refused = await earshot.nobody.call(api.reports.reportCopyright, {
        body: { ...body(id), [field]: ' ' },
      });
      expect(refused.code).toBe('malformed');
    }
    const sent = await Promise.all(
      [1, 2].map(() =>
        earshot.nobody.call(api.reports.reportCopyright, { body: body(id, 'Kim@example.org') }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201]);
    await earshot.nobody.get(api.reports.reportCopyright, { body: body(id) });
    expect(await open()).toMatchObject([
      {
        thingId: id,
        reports: [
          { reason: 'copyright', reporterId: null, reporterName: 'Kim Example', email: 'Kim@example.org' },
        ],
      },
    ]);
  });

  test('the response says nothing about tracks that are not public', async () => {
    const track = await aTrack(owner());
    await sql(owner(), 'update profiles set is_private = true where user_id = $1', [track.artistId]);
    expect((await earshot.nobody.call(api.reports.reportCopyright, { body: body(track.id) })).code).toBe(
      'not_found',
    );
  });

  test('a network can send five a day, repeats for one track included', async () => {
    const far = await startEarshot({ TRUSTED_PROXIES: '127.0.0.1' });
    const sent = async (address: string, trackId?: string) => {
      const id = trackId ?? (await aTrack(far.testDatabase.ownerDatabase)).id;
      const answer = await fetch(new URL(api.reports.reportCopyright.path, far.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify(body(id)),
      });
      return answer.status;
    };
    for (let i = 0; i < 5; i += 1) expect(await sent('203.0.113.7')).toBe(201);
    expect(await sent('203.0.113.7')).toBe(429);
    expect(await sent('198.51.100.7')).toBe(201);
    const { id } = await aTrack(far.testDatabase.ownerDatabase);
    for (let i = 0; i < 5; i += 1) expect(await sent('192.0.2.7', id)).toBe(201);
    expect(await sent('192.0.2.7', id)).toBe(429);
    await far.close();
  });
});
