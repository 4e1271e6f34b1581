import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { isLotUnused } from '#server/plans/balance/lots.ts';
import { submitReview } from '#server/reviewing/reviews/submit-review.ts';
import { anHonestComment, typedByHand } from '#tests/support/people/reviewing.ts';
import { type Earshot, fixedStart, startEarshot } from '#tests/support/world/earshot.ts';
import { aReview } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import { AnArtist } from './an-artist.ts';

let earshot: Earshot;
let artist: AnArtist;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: fixedStart });
});
afterAll(() => earshot.close());
beforeEach(async () => {
  artist = await AnArtist.enter(earshot);
});

const owner = () => earshot.testDatabase.ownerDatabase;
const open = async (trackId: string) => (await artist.track(trackId)).openPlaces;
/** A pack and a track with all ten of its reviews. */
async function aPackOnATrack() {
  const paymentId = await artist.pack();
  // The free reviews of the upload expire later.
  earshot.clock.advance(1);
  const trackId = await artist.upload({ reviews: 0 });
  earshot.clock.advance(1);
  await artist.add(trackId, 10);
  return { paymentId, trackId };
}

describe('money that goes back', () => {
  test.each(['succeeded', 'open', 'lost'] as const)(
    'closes its reviews, those on tracks too: %s',
    async (status) => {
      const { paymentId, trackId } = await aPackOnATrack();
      await artist.takeBack(trackId, 4);
      await artist.reversal(paymentId, status);
      expect(await artist.left()).toBe(5);
      expect(await open(trackId)).toBe(0);
      expect((await artist.track(trackId)).assignments).toEqual([]);
      expect(await artist.next()).toMatchObject({ creditsRemaining: 0 });
    },
  );

  test('closes nothing while it is an inquiry, a failed refund, or one of a part', async () => {
    const { paymentId, trackId } = await aPackOnATrack();
    await artist.reversal(paymentId, 'succeeded', 899);
    expect(await open(trackId)).toBe(10);
    await artist.reversal(paymentId, 'failed');
    expect(await open(trackId)).toBe(10);
    await artist.reversal(paymentId, 'succeeded', 900);
    expect(await open(trackId)).toBe(0);
  });

  test('closes what missed dates brought for it, but neither other payments nor free reviews', async () => {
    const { paymentId, trackId } = await aPackOnATrack();
    await artist.pack('twenty');
    await sql(
      owner(),
      `insert into review_lots (artist_id, source, reviews, payment_id, created_at, opens_at, expires_at)
       values ($1, 'missed', 1, $2, $3, $3, $4)`,
      [artist.id, paymentId, artist.now, artist.day(30)],
    );
    expect(await artist.left()).toBe(26);
    await artist.reversal(paymentId, 'open');
    expect(await artist.left()).toBe(25);
    expect(await open(trackId)).toBe(0);
  });

  test('lets listeners finish whom the track was served, and they are paid from it', async () => {
    const { paymentId, trackId } = await aPackOnATrack();
    const listener = await earshot.signIn({ userType: 'listener' });
    await listener.get(api.listening.nextTrack, { body: { trackId } });
    await aReview(owner(), { track: { id: trackId, artistId: artist.id } });
    await artist.reversal(paymentId, 'open');
    await sql(
      owner(),
      'update leases set listened_ms = 60000, bytes_sent = 1000000, unlocked_at = $2 where listener_id = $1',
      [listener.userId, artist.now],
    );
    const said = { rating: 4, comment: anHonestComment, typing: typedByHand, notes: [], answers: [] };
    const prompts = { worked: null, didNotWork: null, toChange: null };
    const client = { address: '203.0.113.9', device: 'test' };
    const review = { trackId, ...said, prompts };
    await submitReview(earshot.deps, { listenerId: listener.userId, client }, review, { key: randomUUID() });
    const used =
      'select count(*)::int as used from reviews where track_id = $1 and assignment_id is not null';
    expect(await sqlRow(owner(), used, [trackId])).toEqual({ used: 2 });
    await artist.reversal(paymentId, 'won');
    expect(await artist.left()).toBe(5 + 8);
  });

  test('of a plan closes both its lots and those of upgrades in the same payment', async () => {
    const first = await artist.plan('basic');
    const trackId = await artist.upload({ reviews: 10 });
    expect(await artist.left()).toBe(10);
    await artist.reversal(first, 'succeeded');
    expect(await artist.left()).toBe(0);
    expect(await open(trackId)).toBe(0);
    await artist.wait(8);
    expect(await artist.left()).toBe(0);
  });
});

test('a refund closes once it is decided, and opens what it closed if the provider refuses or fails it', async () => {
  const { paymentId, trackId } = await aPackOnATrack();
  const { userId: adminId } = await earshot.signIn({ admin: true });
  await sql(
    owner(),
    `insert into plan_refunds (payment_id, user_id, amount_cents, mailbox_mark, decided_by, decided_at)
     values ($1, $2, 900, repeat('m', 22), $3, $4)`,
    [paymentId, artist.id, adminId, artist.now],
  );
  await artist.settle();
  expect([await artist.left(), await open(trackId)]).toEqual([5, 0]);
  const outcome = (to: string | null) =>
    sql(
      owner(),
      "update plan_refunds set outcome = $2, problem = case $2 when 'refused' then 'No.' end where payment_id = $1",
      [paymentId, to],
    );
  await outcome('refused');
  await artist.settle();
  expect(await artist.left()).toBe(15);
  await outcome(null);
  await artist.settle();
  expect(await artist.left()).toBe(5);
  earshot.clock.advance(1);
  await artist.reversal(paymentId, 'failed');
  expect([await artist.left(), await open(trackId)]).toEqual([15, 0]);
});

describe('a won dispute gives back', () => {
  test('all that it closed, unassigned and with its time', async () => {
    const { paymentId, trackId } = await aPackOnATrack();
    await artist.reversal(paymentId, 'open');
    await artist.wait(40);
    await artist.reversal(paymentId, 'won');
    expect(await artist.left()).toBe(15);
    expect(await open(trackId)).toBe(0);
    const { lots } = await artist.balance();
    const pack = lots.find(({ source }) => source === 'pack');
    const bought = Date.parse(fixedStart);
    expect(Date.parse(pack?.expiresAt ?? '') - bought).toBeGreaterThan((365 + 39) * 86_400_000);
    await artist.add(trackId, 10);
    expect(await open(trackId)).toBe(10);
  });

  test('what a track had that was deleted meanwhile', async () => {
    const { paymentId, trackId } = await aPackOnATrack();
    await aReview(owner(), { track: { id: trackId, artistId: artist.id } });
    await artist.reversal(paymentId, 'open');
    await artist.user.get(api.tracks.deleteTrack, { params: { trackId } });
    await artist.reversal(paymentId, 'won');
    expect(await artist.left()).toBe(5 + 9);
  });

  test('reviews of a plan whose period ended meanwhile, with the days that were left', async () => {
    await artist.plan('basic');
    await artist.wait(30);
    const payment = await artist.plan('basic');
    await artist.wait(10);
    await artist.reversal(payment, 'open');
    await artist.wait(25);
    await artist.reversal(payment, 'won');
    expect(await artist.left()).toBe(40);
    await artist.wait(19);
    expect(await artist.left()).toBe(40);
    await artist.wait(1);
    expect(await artist.left()).toBe(0);
  });

  test('and the next period brings its own', async () => {
    await artist.plan('basic');
    await artist.wait(30);
    const payment = await artist.plan('basic');
    await artist.wait(5);
    await artist.reversal(payment, 'open');
    await artist.wait(20);
    await artist.reversal(payment, 'won');
    await artist.wait(5);
    await artist.plan('basic');
    expect(await artist.left()).toBe(80);
  });

  test('the open places of a track whose reviews would have expired otherwise', async () => {
    await artist.plan('basic');
    await artist.wait(30);
    const payment = await artist.plan('basic');
    const trackId = await artist.upload({ reviews: 10 });
    await artist.wait(31);
    expect(await open(trackId)).toBe(10);
    await artist.reversal(payment, 'open');
    expect(await open(trackId)).toBe(0);
    await artist.wait(20);
    await artist.reversal(payment, 'won');
    expect((await artist.add(trackId, 10)).status).toBe(201);
  });
});

test('notices that come late, again, at once or in another order end the same', async () => {
  const { paymentId, trackId } = await aPackOnATrack();
  await artist.reversal(paymentId, 'open');
  await Promise.all([artist.settle(), artist.settle(), artist.settle()]);
  await Promise.all([artist.reversal(paymentId, 'won'), artist.settle()]);
  await artist.settle();
  expect(await artist.left()).toBe(15);
  // The pack is told again after its refund.
  await artist.reversal(paymentId, 'succeeded');
  await artist.tellPack(paymentId, 10);
  expect(await artist.left()).toBe(5);
  expect(await open(trackId)).toBe(0);
});

test('a payment that is told after its refund, and one after its reviews, close and pay like others', async () => {
  const payment = await artist.plan('basic');
  await sql(owner(), 'update review_lots set payment_id = null where artist_id = $1', [artist.id]);
  await artist.settle();
  const named = await artist.rows('select distinct payment_id from review_lots where artist_id = $1');
  expect(named).toEqual([{ payment_id: payment }]);
  await artist.reversal(payment, 'succeeded');
  expect(await artist.left()).toBe(0);
});

test('a refund while reviews are added leaves none of them open', async () => {
  const { paymentId, trackId } = await aPackOnATrack();
  await artist.takeBack(trackId, 10);
  await artist.add(trackId, 1);
  await Promise.all([
    artist.add(trackId, 5),
    artist.reversal(paymentId, 'succeeded'),
    artist.add(trackId, 4),
    artist.takeBack(trackId, 1),
  ]);
  const ofPack = `select coalesce(sum(open_places(given)), 0)::int as open from assignments given
    join review_lots lot on lot.id = given.lot_id and lot.source = 'pack' where given.track_id = $1`;
  expect(await sqlRow(owner(), ofPack, [trackId])).toEqual({ open: 0 });
});

test('nothing opens again for an account that was deleted', async () => {
  await artist.pack();
  await sql(owner(), 'update users set deleted_at = $2 where id = $1', [artist.id, artist.now]);
  await artist.rows('update review_lots set closed_at = created_at where artist_id = $1');
  await artist.settle();
  expect(await artist.rows('select closed_at is null as open from review_lots where artist_id = $1')).toEqual(
    [{ open: false }],
  );
});

test('a pack counts as used once its missed date was', async () => {
  const { paymentId, trackId } = await aPackOnATrack();
  await sql(
    owner(),
    `insert into review_lots (artist_id, source, reviews, payment_id, created_at, opens_at, expires_at)
     values ($1, 'missed', 1, $2, $3, $3, $4)`,
    [artist.id, paymentId, artist.now, artist.day(30)],
  );
  await artist.takeBack(trackId, 10);
  const isUnused = () => earshot.deps.database.transaction((tx) => isLotUnused(tx, paymentId));
  expect(await isUnused()).toBe(true);
  await artist.add(trackId, 1);
  expect(await isUnused()).toBe(false);
});
