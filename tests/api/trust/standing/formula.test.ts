import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { standingBounds } from '#contract/trust/standing/standing-bounds.ts';
import type { ApiUser } from '#tests/support/people/api-user.ts';
import { type Earshot, startEarshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

let earshot: Earshot;
let listener: ApiUser;
beforeAll(async () => {
  earshot = await startEarshot({
    STANDING_BOUNDS: 'knownApproved=12,trustedReviewsADay=50',
    NEW_DOUBTFUL_APPROVAL_DAYS: '11',
    DOUBTFUL_APPROVAL_DAYS: '5',
  });
  listener = await earshot.signIn({ userType: 'listener' });
  await sql(
    earshot.testDatabase.ownerDatabase,
    `insert into standings (listener_id, standing, approved, approved_days, recent_decided, recent_approved,
       recent_copied, recent_reversed, computed_at) values ($1, 'known', 31, 9, 25, 22, 2, 1, now())`,
    [listener.userId],
  );
});
afterAll(() => earshot.close());

/** The server's settings, not the defaults. */
const formula = {
  bounds: { ...standingBounds, knownApproved: 12, trustedReviewsADay: 50 },
  doubtfulDays: { new: 11, known: 5 },
};

test('a listener reads the formula with their own standing and figures', async () => {
  expect(await listener.get(api.standing.readStanding, {})).toEqual({
    ...formula,
    standing: 'known',
    hasBounds: true,
    figures: {
      approved: 31,
      approvedDays: 9,
      recentDecided: 25,
      recentApproved: 22,
      recentCopied: 2,
      recentReversed: 1,
      marks: 0,
      markArtists: 0,
      usefulness: null,
    },
    rewardCents: 15,
  });
});

test.each([
  ['an artist', { userType: 'artist' }],
  ['a user without a user type', { userType: null }],
] as const)('%s reads the formula and nobody’s figures', async (_who, person) => {
  const user = await earshot.signIn(person);
  expect(await user.get(api.standing.readStanding, {})).toEqual({
    ...formula,
    standing: null,
    figures: null,
  });
});

test('an admin of either user type reads their own figures, not those of others', async () => {
  const admin = await earshot.signIn({ userType: 'artist', admin: true });
  expect(await admin.get(api.standing.readStanding, {})).toMatchObject({
    standing: 'new',
    figures: { approved: 0, recentDecided: 0 },
  });
});

test('without a session nobody reads the formula', async () => {
  expect(await earshot.nobody.call(api.standing.readStanding, {})).toMatchObject({
    code: 'not_authenticated',
  });
});

test('a listener who switches to artist reads the formula without figures', async () => {
  await listener.get(api.accounts.updateProfile, { body: { userType: 'artist' } });
  expect(await listener.get(api.standing.readStanding, {})).toEqual({
    ...formula,
    standing: null,
    figures: null,
  });
});
