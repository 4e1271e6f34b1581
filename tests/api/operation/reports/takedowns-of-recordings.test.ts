import { beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sharedEarshot } from '#tests/support/world/shared-earshot.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

// What a takedown of a track decides about the same recording of another artist.

const shared = sharedEarshot();
let earshot: Earshot;
let artist: ApiUser;
let other: ApiUser;
let admin: ApiUser;
beforeEach(async () => {
  earshot = shared();
  artist = await earshot.signIn({ userType: 'artist' });
  other = await earshot.signIn({ userType: 'artist' });
  admin = await earshot.signIn({ admin: true });
});

const owner = () => earshot.testDatabase.ownerDatabase;
const hour = 3600;
const inHours = (hours: number) => new Date(earshot.clock.now().getTime() + hours * hour * 1000);

/** Two tracks of one recording; the later one is held for 48 hours from now. */
async function aPair(heldFor: 'newcomer' | 'report' = 'newcomer') {
  const earlier = await aTrack(owner(), { artistId: artist.userId });
  const later = await aTrack(owner(), { artistId: other.userId });
  await sql(
    owner(),
    'insert into same_recordings (earlier_id, later_id, found_at, held_for) values ($1, $2, $3, $4)',
    [earlier.id, later.id, earshot.clock.now(), heldFor],
  );
  const until = inHours(48);
  await sql(owner(), 'update artist_tracks set held_until = $2 where id = $1', [later.id, until]);
  return { earlierId: earlier.id, laterId: later.id, until };
}

const down = (thingId: string, reason: 'copyright' | 'spam' = 'copyright', by = admin) =>
  by.call(api.reports.takeDown, {
    body: { kind: 'track', thingId, reason, sentence: 'Somebody else recorded it.' },
  });
const takenDown = async (thingId: string, reason: 'copyright' | 'spam' = 'copyright') => {
  const { answer, code } = await down(thingId, reason);
  return answer?.takedownId ?? expect.fail(`It was refused: ${code}`);
};
const restore = (takedownId: string, by = admin) =>
  by.call(api.reports.restore, { params: { takedownId }, body: { as: 'mistake', sentence: 'We erred.' } });
const heldUntil = async (trackId: string) =>
  (await sqlRow(owner(), 'select held_until as at from artist_tracks where id = $1', [trackId])).at;
const decisions = async () =>
  (await sql(owner(), 'select decision from same_recordings order by found_at')).map(
    ({ decision }) => decision,
  );
const anAdminWho = async (userId: string) => {
  await sql(owner(), "insert into user_roles (user_id, role) values ($1, 'admin')", [userId]);
  return earshot.signInAgain(userId);
};
async function shareABrowser(...userIds: string[]): Promise<void> {
  for (const userId of userIds) {
    await sql(
      owner(),
      `insert into evidence (user_id, kind, day, mark, first_at, last_at)
       values ($1, 'device', current_date, 'twenty-two-characters-', now(), now())`,
      [userId],
    );
  }
}
async function later(hours: number): Promise<void> {
  earshot.clock.advance(hours * hour);
  admin = await earshot.signInAgain(admin.userId);
}

describe('an admin cannot decide about their own recording', () => {
  test('by taking down the other track, nor can an admin who shares a browser with its artist', async () => {
    const { earlierId, laterId, until } = await aPair();
    const nobodysAdmin = await earshot.signIn({ admin: true });
    const itsArtist = await anAdminWho(other.userId);
    await shareABrowser(admin.userId, other.userId);
    for (const by of [itsArtist, admin]) {
      expect((await down(earlierId, 'copyright', by)).code).toBe('own_decision');
    }
    expect(await heldUntil(laterId)).toEqual(until);
    expect(await decisions()).toEqual([null]);
    expect((await down(earlierId, 'copyright', nobodysAdmin)).status).toBe(201);
  });

  test('by restoring the other track', async () => {
    const { earlierId } = await aPair();
    const takedownId = await takenDown(earlierId);
    expect((await restore(takedownId, await anAdminWho(other.userId))).code).toBe('own_decision');
    expect((await restore(takedownId)).status).toBe(200);
  });

  test('but can take the other track down for a reason that leaves the entry open', async () => {
    const { earlierId, laterId, until } = await aPair();
    expect((await down(earlierId, 'spam', await anAdminWho(other.userId))).status).toBe(201);
    expect(await decisions()).toEqual([null]);
    expect(await heldUntil(laterId)).toEqual(until);
  });
});

describe('a track restored after a copyright takedown', () => {
  test('reopens the entry, and the other track waits for the rest of its 48 hours', async () => {
    const { earlierId, laterId, until } = await aPair();
    const takedownId = await takenDown(earlierId);
    expect([await decisions(), await heldUntil(laterId)]).toEqual([['taken_down'], null]);
    await later(40);
    expect((await restore(takedownId)).status).toBe(200);
    expect([await decisions(), await heldUntil(laterId)]).toEqual([[null], until]);
    const { items } = await admin.get(api.admin.listSameRecordings, { query: { view: 'open' } });
    expect(items).toMatchObject([{ decision: null, note: null, later: { trackId: laterId } }]);
  });

  test('no longer holds the other track once the 48 hours are over', async () => {
    const { earlierId, laterId } = await aPair();
    const takedownId = await takenDown(earlierId);
    await later(49);
    expect((await restore(takedownId)).status).toBe(200);
    expect([await decisions(), await heldUntil(laterId)]).toEqual([[null], null]);
  });

  test('holds a reported track only while the report is open', async () => {
    const { earlierId, laterId, until } = await aPair('report');
    const report = { kind: 'track', thingId: laterId, reason: 'copyright', statement: 'Mine.' } as const;
    const listener = await earshot.signIn({ userType: 'listener' });
    expect((await listener.call(api.reports.report, { body: report })).status).toBe(201);
    expect((await restore(await takenDown(earlierId))).status).toBe(200);
    expect(await heldUntil(laterId)).toEqual(until);
    const takedownId = await takenDown(earlierId);
    await sql(
      owner(),
      "update reports set outcome = 'dismissed', decided_by = $1, decided_at = now() where thing_id = $2",
      [admin.userId, laterId],
    );
    expect((await restore(takedownId)).status).toBe(200);
    expect([await decisions(), await heldUntil(laterId)]).toEqual([[null], null]);
  });

  test('does not reopen what an admin decided before, or what another takedown closed', async () => {
    const [first, second] = [await aPair(), await aPair()];
    await sql(
      owner(),
      `update same_recordings set decision = 'kept', note = 'A cover song.', decided_by = $1, decided_at = now()
        where earlier_id = $2`,
      [admin.userId, first.earlierId],
    );
    expect((await restore(await takenDown(first.earlierId))).status).toBe(200);
    await takenDown(second.earlierId);
    expect((await restore(await takenDown(second.laterId, 'spam'))).status).toBe(200);
    expect((await decisions()).toSorted()).toEqual(['kept', 'taken_down']);
  });
});
