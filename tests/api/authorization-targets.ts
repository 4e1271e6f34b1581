import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { openSession } from '#server/identity/sessions.ts';
import { approveReview } from '#server/money/wallet/settle-review.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { completeApproved } from '#tests/support/people/payouts.ts';
import { earnedBy } from '#tests/support/people/reviewing.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { aListener, anArtist, aPerson, aRejectedReview, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { Actor } from './authorization-actors.ts';
import type { Target } from './authorization-table.ts';

export type Kind =
  | 'track'
  | 'upload'
  | 'payout'
  | 'paid payout'
  | 'review'
  | 'received review'
  | 'approved review'
  | 'rejected review'
  | 'session'
  | 'artist'
  | 'private link'
  | 'takedown'
  | 'person'
  | 'user'
  | 'nothing';

async function aPayoutOf(earshot: Earshot, listener: ApiUser): Promise<string> {
  await earnedBy(earshot, listener.userId, 1);
  const asked = { body: {}, idempotencyKey: randomUUID() };
  return (await listener.get(api.wallet.requestPayout, asked)).id;
}

async function payoutFor(earshot: Earshot, actor: Actor, user: ApiUser, target: Target): Promise<string> {
  // Whoever may neither decide nor have one is refused before anybody looks at the payout.
  if (actor !== 'admin' && actor !== 'listener') return randomUUID();
  if (target === 'other') {
    const payoutId = await aPayoutOf(earshot, await earshot.signIn({ userType: 'listener' }));
    if (actor === 'admin') await user.get(api.admin.readPayout, { params: { payoutId }, body: {} });
    return payoutId;
  }
  await sql(
    earshot.testDatabase.ownerDatabase,
    "update profiles set user_type = 'listener' where user_id = $1",
    [user.userId],
  );
  return aPayoutOf(earshot, user);
}

/** A payout that another admin has completed. */
async function paidPayoutFor(earshot: Earshot, actor: Actor, user: ApiUser, target: Target): Promise<string> {
  if (actor !== 'admin') return randomUUID();
  const payoutId = await payoutFor(earshot, actor, user, target);
  const admin = await earshot.signIn({ admin: true });
  await admin.get(api.admin.readPayout, { params: { payoutId }, body: {} });
  await admin.get(api.admin.decidePayout, {
    params: { payoutId },
    body: { status: 'completed' },
    idempotencyKey: randomUUID(),
  });
  await completeApproved(earshot);
  return payoutId;
}

async function approvedReviewOf(earshot: Earshot, user: ApiUser, target: Target): Promise<string> {
  const { ownerDatabase, database } = earshot.testDatabase;
  const { id } = await aReview(ownerDatabase, target === 'own' ? { listenerId: user.userId } : {});
  await database.transaction((tx) => approveReview(tx, { reviewId: id, decidedBy: null }));
  return id;
}

async function reviewFor(earshot: Earshot, user: ApiUser, target: Target): Promise<string> {
  const db = earshot.testDatabase.ownerDatabase;
  return (await aReview(db, target === 'own' ? { listenerId: user.userId } : {})).id;
}

/** A review of a track of the user, as if an artist, or of another artist's. */
async function receivedReviewFor(earshot: Earshot, user: ApiUser, target: Target): Promise<string> {
  const db = earshot.testDatabase.ownerDatabase;
  return (await aReview(db, target === 'own' ? { track: await aTrack(db, { artistId: user.userId }) } : {}))
    .id;
}

async function uploadOfAnother(earshot: Earshot): Promise<string> {
  const uploadId = randomUUID();
  const artist = await earshot.signIn({ userType: 'artist' });
  const stored = await artist.upload(anMp3({ seconds: 2, mark: uploadId }), uploadId);
  if (!stored.ok) throw new Error(`The upload was refused: ${stored.status}`);
  return uploadId;
}

async function trackFor(earshot: Earshot, actor: Actor, user: ApiUser, target: Target): Promise<string> {
  const db = earshot.testDatabase.ownerDatabase;
  if (target === 'other') return (await aTrack(db)).id;
  if (target === 'served') {
    const { id } = await aTrack(db);
    if (actor === 'listener') await user.get(api.listening.nextTrack, { body: { trackId: id } });
    return id;
  }
  const status = target === 'deleted' ? 'deleted' : 'active';
  return (await aTrack(db, { artistId: user.userId, status })).id;
}

/** A private link to a track of the user, as if an artist, or of another artist's. */
async function linkFor(earshot: Earshot, { userId }: ApiUser, target: Target): Promise<string> {
  const { id: trackId, artistId } = await aTrack(
    earshot.testDatabase.ownerDatabase,
    target === 'own' ? { artistId: userId } : {},
  );
  const id = randomUUID();
  await sql(
    earshot.testDatabase.ownerDatabase,
    `insert into private_links (id, track_id, artist_id, name, created_at, expires_at, device_limit, shows_title)
     values ($1, $2, $3, 'Friends', now(), now() + interval '30 days', 10, false)`,
    [id, trackId, artistId],
  );
  return id;
}

/** The takedown of a track of the user, as if an artist, or of another artist's. */
async function takedownFor(earshot: Earshot, { userId }: ApiUser, target: Target): Promise<string> {
  const db = earshot.testDatabase.ownerDatabase;
  const track = await aTrack(db, target === 'own' ? { artistId: userId } : {});
  const admin = await earshot.signIn({ admin: true });
  const body = { kind: 'track', thingId: track.id, reason: 'spam', sentence: 'It advertises.' } as const;
  return (await admin.get(api.reports.takeDown, { body })).takedownId;
}

/** An open session of the user or of somebody else; 'deleted' is one of the user's own that has ended. */
async function sessionFor(earshot: Earshot, { userId }: ApiUser, target: Target): Promise<string> {
  const db = earshot.testDatabase.ownerDatabase;
  const of = target === 'other' ? (await earshot.signIn({})).userId : userId;
  const { sessionId } = await earshot.deps.database.transaction((tx) =>
    openSession(tx, earshot.deps, of, { address: '127.0.0.1', device: 'phone' }),
  );
  if (target === 'deleted') {
    const end = "update sessions set ended_at = now(), end_reason = 'signed_out' where id = $1";
    await sql(db, end, [sessionId]);
  }
  return sessionId;
}

/** The user, as if an artist; another artist; 'deleted' is one who is suspended. */
async function artistFor(earshot: Earshot, { userId }: ApiUser, target: Target): Promise<string> {
  if (target === 'own') return userId;
  return anArtist(earshot.testDatabase.ownerDatabase, { suspended: target === 'deleted' });
}

async function rejectedReviewFor(earshot: Earshot, user: ApiUser, target: Target): Promise<string> {
  const db = earshot.testDatabase.ownerDatabase;
  const listenerId = target === 'other' ? await aListener(db) : user.userId;
  return (await aRejectedReview(db, { listenerId })).id;
}

/** The id a call is aimed at; made anew for every cell. */
export async function targetId(
  earshot: Earshot,
  kind: Kind,
  actor: Actor,
  user: ApiUser,
  target: Target,
): Promise<string> {
  if (target === 'malformed') return 'not-an-id';
  if (target === 'random' || target === 'plain' || kind === 'nothing') return randomUUID();
  if (kind === 'takedown') return takedownFor(earshot, user, target);
  if (kind === 'session') return sessionFor(earshot, user, target);
  if (kind === 'artist') return artistFor(earshot, user, target);
  if (kind === 'rejected review') return rejectedReviewFor(earshot, user, target);
  if (kind === 'user') return target === 'own' ? user.userId : aPerson(earshot.testDatabase.ownerDatabase);
  if (kind === 'review') return reviewFor(earshot, user, target);
  if (kind === 'received review') return receivedReviewFor(earshot, user, target);
  if (kind === 'payout') return payoutFor(earshot, actor, user, target);
  if (kind === 'paid payout') return paidPayoutFor(earshot, actor, user, target);
  if (kind === 'approved review') return approvedReviewOf(earshot, user, target);
  if (kind === 'person')
    return target === 'own' ? user.userId : aListener(earshot.testDatabase.ownerDatabase);
  if (kind === 'private link') return linkFor(earshot, user, target);
  if (kind === 'track') return trackFor(earshot, actor, user, target);
  return target === 'other' ? uploadOfAnother(earshot) : randomUUID();
}
