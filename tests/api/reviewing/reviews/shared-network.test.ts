import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeReview } from '#server/reviewing/reviews/judge-review.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { aListener, aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';

const hour = 3600 * 1000;
/** Late in a day (UTC), so that a whole day more than 24 hours ago is still yesterday. */
const now = new Date('2030-05-15T23:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * hour);

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({}, { startsAt: now });
});
afterAll(() => earshot.close());

const owner = () => earshot.testDatabase.ownerDatabase;

/** Was at the network once. */
const cameThere = (userId: string, at: Date) =>
  sql(
    owner(),
    `insert into evidence (user_id, kind, day, mark, first_at, last_at)
     values ($1, 'network', ($2::timestamptz at time zone 'UTC')::date, 'the-network-of-a-campu', $2, $2)`,
    [userId, at],
  );

/** What the rule says of a review that is sent now, from a network where four reviewers of the track were, too. */
async function judgedAmongFour(four: {
  readonly wereThere: Date;
  readonly reviewed: Date;
}): Promise<boolean> {
  await sql(owner(), 'delete from evidence', []);
  const track = await aTrack(owner());
  for (let i = 0; i < 4; i += 1) {
    const { listenerId } = await aReview(owner(), { track, createdAt: four.reviewed });
    await cameThere(listenerId, four.wereThere);
  }
  const listenerId = await aListener(owner());
  await cameThere(listenerId, now);
  const { id } = await aReview(owner(), { track, listenerId, createdAt: now });
  await judgeReview(earshot.deps, id);
  const finding = "select passed from review_findings where review_id = $1 and rule = 'network'";
  return (await sqlRow(owner(), finding, [id])).passed === true;
}

test.each<[string, { wereThere: Date; reviewed: Date }, boolean]>([
  ['reviewed the track within a day', { wereThere: hoursAgo(23), reviewed: hoursAgo(23) }, false],
  [
    'review it afterwards, as a later check finds',
    { wereThere: hoursAgo(-23), reviewed: hoursAgo(-23) },
    false,
  ],
  ['are active every day, and reviewed the track before', { wereThere: now, reviewed: hoursAgo(25) }, true],
  ['were active more than 24 hours ago', { wereThere: hoursAgo(25), reviewed: now }, true],
])('the fifth reviewer of a track from one network, where four %s', async (_name, four, passes) => {
  expect(await judgedAmongFour(four)).toBe(passes);
});
