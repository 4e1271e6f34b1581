import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords/password-hash.ts';
import { beginWaitingTracks } from '#server/music/tracks/begin-waiting-tracks.ts';
import { marginByPlan } from '#server/operation/admin/founder-money-store.ts';
import { recheckSubscriptions } from '#server/plans/recheck-subscriptions.ts';
import { readSubscriptionAgain } from '#server/plans/sync-subscription.ts';
import { goodPassword as password } from '#tests/support/people/accounts.ts';
import { BilledArtist, prices } from '#tests/support/people/billed-artist.ts';
import { periodItem } from '#tests/support/stand-ins/stripe-stand-in.ts';
import { someoneWaits, sql } from '#tests/support/world/sql.ts';

// Two subscriptions of one artist: money is credited or keeps what it paid for, never both and never neither.

let artist: BilledArtist;
beforeAll(async () => {
  artist = await BilledArtist.start();
});
afterAll(() => artist.close());
beforeEach(async () => {
  artist.stripe.failing.clear();
  await artist.enter();
});

const day = 24 * 3600;
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const recheck = () => {
  artist.earshot.clock.advance(2 * 3600);
  return recheckSubscriptions(artist.earshot.deps, () => undefined);
};
const uploadTwice = async () => {
  for (let made = 0; made < 2; made += 1) await artist.upload();
};

describe('nothing is credited, and the new one begins unused,', () => {
  test('if the replaced one is unpaid', async () => {
    const first = await artist.buy('price_unlimited', artist.daysAgo(30));
    await artist.renew(first.subscription, 'price_unlimited', 'past_due', 'open');
    artist.earshot.clock.advance(8 * day);
    await artist.buy('price_unlimited');
    expect(artist.ended(first.subscription)).toBe('not credited');
  });

  test('if an upgrade of the replaced one is unpaid', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    const latest_invoice = { id: 'in_up', status: 'open' };
    const upgraded = periodItem('price_unlimited', seconds(artist.now));
    await artist.change(first.subscription, { status: 'past_due', latest_invoice, ...upgraded });
    await artist.buyLater('price_basic');
    expect(artist.ended(first.subscription)).toBe('not credited');
    expect((await artist.allowances()).at(-1)).toEqual({ included: 20, taken: 0 });
  });

  test('if a payment of the replaced one is disputed', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    await artist.dispute(first.charge);
    await artist.buyLater('price_basic');
    expect(artist.ended(first.subscription)).toBe('not credited');
    expect((await artist.allowances()).at(-1)).toEqual({ included: 20, taken: 0 });
  });

  test('if the replaced one has another customer, because the credit would pay for nothing', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    artist.stripe.change(first.subscription, { customer: 'cus_of_another_checkout' });
    await artist.buyLater('price_basic');
    expect(artist.ended(first.subscription)).toBe('not credited');
    expect((await artist.allowances()).at(-1)).toEqual({ included: 20, taken: 0 });
  });

  test('if its period is over, although the renewal was paid', async () => {
    const first = await artist.buy('price_basic', artist.daysAgo(30));
    await uploadTwice();
    const next = { latest_invoice: { id: 'in_next', status: 'paid' } };
    artist.stripe.change(first.subscription, { ...next, ...periodItem('price_basic', seconds(artist.now)) });
    await artist.buyLater('price_basic');
    expect(await artist.next()).toMatchObject({
      uploadsUsed: 0,
      includedReviews: { included: 20, left: 20 },
    });
  });

  test('if the first one had ended at the provider, whichever notice is read first', async () => {
    const first = await artist.buy('price_basic');
    await uploadTwice();
    artist.stripe.change(first.subscription, { status: 'canceled', ended_at: seconds(artist.now) });
    await artist.buyLater('price_basic');
    await artist.end(first.subscription);
    expect(await artist.next()).toMatchObject({
      uploadsUsed: 0,
      includedReviews: { included: 20, left: 20 },
    });
  });
});

describe('a replaced subscription that the provider could not end', () => {
  test.each(['by the hourly check', 'by its own notice'])('is ended as decided, %s', async (how) => {
    const large = await artist.buy('price_unlimited');
    for (let made = 0; made < 4; made += 1) await artist.upload();
    artist.stripe.failing.set(`DELETE /v1/subscriptions/${large.subscription}`, 500);
    await artist.buyLater('price_basic');
    expect(artist.ended(large.subscription)).toBeUndefined();
    artist.stripe.failing.clear();
    await (how === 'by its own notice' ? artist.change(large.subscription) : recheck());
    expect(artist.ended(large.subscription)).toBe('not credited');
  });

  test('counts once for the new one', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    artist.stripe.failing.set(`DELETE /v1/subscriptions/${first.subscription}`, 500);
    await artist.buyLater('price_pro');
    await artist.change(first.subscription);
    artist.stripe.failing.clear();
    await recheck();
    expect(artist.ended(first.subscription)).toBe('credited');
    expect((await artist.allowances()).at(-1)).toEqual({ included: 100, taken: 10 });
    const used = 'select uploads_used_this_month as used from artist_subscriptions where user_id = $1';
    expect(await artist.rows(used)).toEqual([{ used: 1 }]);
  });

  test('is not credited if it is disputed before, and then counts for no other one', async () => {
    const first = await artist.buy('price_basic');
    await uploadTwice();
    artist.stripe.failing.set(`DELETE /v1/subscriptions/${first.subscription}`, 500);
    await artist.buyLater('price_basic');
    expect(await artist.next()).toMatchObject({ uploadsUsed: 2, includedReviews: { left: 0 } });
    await artist.dispute(first.charge);
    artist.stripe.failing.clear();
    await artist.change(first.subscription);
    expect(artist.ended(first.subscription)).toBe('not credited');
    expect(await artist.next()).toMatchObject({ uploadsUsed: 0, includedReviews: { left: 20 } });
  });

  test('stays uncredited, even if the new one has become larger', async () => {
    const first = await artist.buy('price_unlimited');
    await artist.upload();
    artist.stripe.failing.set(`DELETE /v1/subscriptions/${first.subscription}`, 500);
    const small = await artist.buyLater('price_basic');
    await artist.change(small.subscription, periodItem('price_unlimited', seconds(artist.now)));
    expect((await artist.allowances()).at(-1)).toMatchObject({ taken: 0 });
    artist.stripe.failing.clear();
    await artist.change(first.subscription);
    expect(artist.ended(first.subscription)).toBe('not credited');
    expect((await artist.allowances()).at(-1)).toMatchObject({ taken: 0 });
  });

  test('counts for itself if it becomes the plan again', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    artist.stripe.failing.set(`DELETE /v1/subscriptions/${first.subscription}`, 500);
    const second = await artist.buyLater('price_pro');
    await artist.end(second.subscription);
    artist.stripe.failing.clear();
    await artist.change(first.subscription);
    expect(await artist.status()).toMatchObject({ plan: 'basic' });
    expect(await artist.allowances()).toEqual([
      { included: 20, taken: 10 },
      { included: 100, taken: 0 },
    ]);
    await artist.dispute(second.charge);
    expect(await artist.tracks()).toMatchObject([{ isClosed: false }]);
  });

  test('is ended although it is past due', async () => {
    const first = await artist.buy('price_basic', artist.daysAgo(30));
    await artist.renew(first.subscription, 'price_basic', 'past_due', 'open');
    artist.stripe.failing.set(`DELETE /v1/subscriptions/${first.subscription}`, 500);
    await artist.buy('price_pro');
    artist.stripe.failing.clear();
    await recheck();
    expect(artist.ended(first.subscription)).toBe('not credited');
  });
});

test('of two subscriptions from the same second one is the plan, whichever is read last', async () => {
  const first = await artist.buy('price_basic');
  await artist.upload();
  const second = await artist.buy('price_basic');
  const ended = [first, second].map(({ subscription }) => artist.ended(subscription));
  expect(ended.filter((how) => how === 'credited')).toHaveLength(1);
  for (const { subscription } of [first, second]) await artist.change(subscription);
  expect(await artist.next()).toMatchObject({ uploadsUsed: 1, includedReviews: { included: 20, left: 10 } });
  expect([first, second].map(({ subscription }) => artist.ended(subscription))).toEqual(ended);
});

test.each(['refunded', 'disputed'])(
  'a subscription that was %s before it began does not end the running plan',
  async (how) => {
    const first = await artist.buy('price_basic');
    artist.earshot.clock.advance(5);
    const { user, stripe, now } = artist;
    const second = stripe.subscribe({ userId: user.userId, price: 'price_pro', now });
    const charge = stripe.pay(second, prices.price_pro, now);
    if (how === 'refunded') stripe.refund(charge, prices.price_pro);
    else stripe.dispute(charge, 'needs_response');
    await artist.tellPaid(second);
    expect(await artist.status()).toMatchObject({ plan: 'basic', endedPlan: null });
    expect(artist.ended(first.subscription)).toBeUndefined();
    expect(artist.ended(second)).toBe(how === 'refunded' ? 'not credited' : undefined);
  },
);

describe('money that goes back', () => {
  test('of a replaced subscription leaves the paid one with all its reviews and uploads', async () => {
    const first = await artist.buy('price_basic');
    await uploadTwice();
    await artist.buyLater('price_basic');
    await artist.refund(first.charge, prices.price_basic);
    expect(await artist.tracks()).toMatchObject([{ isClosed: true }, { isClosed: true }]);
    expect(await artist.next()).toMatchObject({
      uploadsUsed: 0,
      includedReviews: { included: 20, left: 20 },
    });
    // A second notice of the same refund returns nothing more.
    await artist.upload();
    await artist.refund(first.charge, 0);
    expect(await artist.next()).toMatchObject({ uploadsUsed: 1, includedReviews: { left: 10 } });
  });

  test('leaves the last of three subscriptions with what was used of the second', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    await artist.buyLater('price_pro');
    await artist.upload();
    await artist.buyLater('price_pro');
    expect((await artist.allowances()).at(-1)).toEqual({ included: 100, taken: 30 });
    await artist.refund(first.charge, prices.price_basic);
    expect(await artist.allowances()).toEqual([
      { included: 20, taken: 0 },
      { included: 100, taken: 20 },
      { included: 100, taken: 20 },
    ]);
    expect((await artist.next()).uploadsUsed).toBe(1);
  });

  test('of the current one closes what replaced ones opened, and nothing of one that ended uncredited', async () => {
    const ended = await artist.buy('price_basic');
    await artist.upload();
    await artist.end(ended.subscription);
    await artist.buyLater('price_basic');
    await artist.upload();
    const last = await artist.buyLater('price_pro');
    await artist.upload();
    await artist.dispute(last.charge);
    expect(await artist.tracks()).toMatchObject([
      { isClosed: false },
      { isClosed: true },
      { isClosed: true },
    ]);
  });

  test('of an ended subscription closes its places also while a dispute is open and no other plan was bought', async () => {
    const only = await artist.buy('price_basic');
    await artist.upload();
    await artist.end(only.subscription);
    await artist.dispute(only.charge);
    expect(await artist.tracks()).toMatchObject([{ isClosed: true, target: 0 }]);
  });

  test.each(['ended', 'replaced'])(
    'of one that was %s closes places that moved to a new version',
    async (how) => {
      const first = await artist.buy('price_unlimited');
      const trackId = (await artist.upload()).answer?.id ?? '';
      if (how === 'ended') await artist.end(first.subscription);
      await artist.buyLater('price_pro');
      const version = await artist.upload({ trackId, movesPlaces: true });
      const [, before] = await artist.tracks();
      expect(version.answer).toMatchObject({ waitsFor: null });
      const own = Number(before?.target) - 30;
      expect(own).toBeGreaterThan(0);
      await artist.dispute(first.charge);
      expect(await artist.tracks()).toMatchObject([{ target: 0 }, { target: own, isClosed: false }]);
      await artist.change(first.subscription);
      expect(await artist.tracks()).toMatchObject([{ target: 0 }, { target: own, isClosed: false }]);
    },
  );

  test('closes what moved through two versions once, however often it is told', async () => {
    const first = await artist.buy('price_pro');
    const trackId = (await artist.upload()).answer?.id ?? '';
    await artist.end(first.subscription);
    await artist.buyLater('price_pro');
    const second = (await artist.upload({ trackId, movesPlaces: true })).answer?.id ?? '';
    await artist.upload({ trackId: second, movesPlaces: true });
    const moved = async () =>
      (await artist.tracks()).map(({ target }) => Number(target)).sort((a, b) => a - b);
    expect(await moved()).toEqual([0, 0, 60]);
    for (let told = 0; told < 3; told += 1) {
      await artist.dispute(first.charge);
      expect(await moved()).toEqual([0, 0, 40]);
    }
  });

  test('leaves a waiting version what it needs to begin', async () => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    const trackId = (await artist.upload()).answer?.id ?? '';
    await artist.rows('update review_allowances set taken = included where artist_id = $1');
    await artist.rows(
      "update artist_tracks set later_places = 7, later_at = now() + interval '3 days' where artist_id = $1",
    );
    await artist.end(first.subscription);
    await artist.buyLater('price_basic');
    await artist.rows('update review_allowances set taken = included where artist_id = $1');
    const version = await artist.upload({ trackId, movesPlaces: true });
    expect(version.answer).toMatchObject({ waitsFor: 'period', reviewTarget: 20 });
    await artist.refund(first.charge, prices.price_basic);
    expect((await artist.tracks()).at(-1)).toMatchObject({ target: 10, waitsFor: 'period' });
    await artist.rows('update review_allowances set taken = 0 where artist_id = $1');
    await artist.rows(
      "update artist_tracks set begins_at = now() - interval '1 day' where waits_for is not null and artist_id = $1",
    );
    await beginWaitingTracks(artist.earshot.deps);
    expect((await artist.tracks()).at(-1)).toMatchObject({ target: 10, waitsFor: null });
  });

  test('returns no reviews that came from a former version', async () => {
    const first = await artist.buy('price_basic');
    const trackId = (await artist.upload()).answer?.id ?? '';
    await artist.end(first.subscription);
    const second = await artist.buyLater('price_pro');
    await artist.upload({ trackId, movesPlaces: true });
    await artist.upload();
    expect((await artist.allowances()).at(-1)).toMatchObject({ taken: 40 });
    await artist.refund(second.charge, prices.price_pro);
    expect((await artist.allowances()).at(-1)).toMatchObject({ taken: 0 });
  });

  test('returns what moved between versions of one payment', async () => {
    const first = await artist.buy('price_pro');
    const trackId = (await artist.upload()).answer?.id ?? '';
    await artist.upload({ trackId, movesPlaces: true });
    await artist.buyLater('price_pro');
    expect((await artist.allowances()).at(-1)).toMatchObject({ taken: 40 });
    await artist.refund(first.charge, prices.price_pro);
    expect((await artist.allowances()).map(({ taken }) => taken)).toEqual([0, 0]);
  });

  test('for the last paid period ends the plan, although the next one is unpaid', async () => {
    const only = await artist.buy('price_basic', artist.daysAgo(30));
    await artist.upload();
    await artist.renew(only.subscription, 'price_basic', 'past_due', 'open');
    await artist.refund(only.charge, prices.price_basic);
    expect(await artist.status()).toMatchObject({ subscribed: false, endedPlan: { endedFor: 'refund' } });
    expect(await artist.tracks()).toMatchObject([{ isClosed: true }]);
    expect(artist.ended(only.subscription)).toBe('not credited');
  });
});

test('a change of plan that is paid while the renewal is not brings no reviews', async () => {
  const only = await artist.buy('price_basic', artist.daysAgo(30));
  await artist.upload();
  await artist.renew(only.subscription, 'price_basic', 'past_due', 'open');
  artist.stripe.bill(only.subscription, artist.now, 'open');
  const latest_invoice = { id: 'in_up', status: 'paid' };
  const upgraded = periodItem('price_pro', seconds(artist.now));
  artist.stripe.change(only.subscription, { status: 'active', latest_invoice, ...upgraded });
  artist.stripe.pay(only.subscription, 2000, artist.now);
  await artist.tellPaid(only.subscription);
  expect(await artist.next()).toMatchObject({ plan: 'basic', includedReviews: { included: 20, left: 10 } });
});

/** What reading a subscription again tells the operator. */
async function linesAbout(subscription: string): Promise<string> {
  const said: string[] = [];
  await readSubscriptionAgain(artist.earshot.deps, subscription, { report: (line) => said.push(line) });
  return said.join();
}

test.each(['refunded', 'disputed'])(
  'the operator is told if the payment of a credited subscription is %s',
  async (how) => {
    const first = await artist.buy('price_basic');
    await artist.upload();
    await artist.buyLater('price_pro');
    expect(artist.ended(first.subscription)).toBe('credited');
    expect(await linesAbout(first.subscription)).not.toContain('was credited');
    if (how === 'refunded') artist.stripe.refund(first.charge, prices.price_basic);
    else artist.stripe.dispute(first.charge, 'needs_response');
    expect(await linesAbout(first.subscription)).toContain('was credited when it was replaced');
  },
);

test('a payment that arrives after its subscription ended is reported to the operator until it is refunded', async () => {
  const only = await artist.buy('price_basic', artist.daysAgo(30));
  await artist.end(only.subscription);
  artist.earshot.clock.advance(5);
  // A bank debit that began before the end.
  const began = artist.daysAgo(1);
  const late = artist.stripe.pay(only.subscription, prices.price_basic, began, 'an account', artist.now);
  expect(await linesAbout(only.subscription)).toContain(`The payment ${late} arrived after the subscription`);
  expect(await artist.status()).toMatchObject({ subscribed: false });
  artist.stripe.refund(late, prices.price_basic);
  expect(await linesAbout(only.subscription)).toBe('');
});

test('what counts for the new subscription adds nothing more to the margin', async () => {
  const most = async () => {
    const { database } = artist.earshot.testDatabase;
    const margins = await marginByPlan.all(database, { now: artist.now });
    return margins.find(({ plan }) => plan === 'basic')?.mostCents ?? 0;
  };
  const before = await most();
  await artist.buy('price_basic');
  await uploadTwice();
  const one = (await most()) - before;
  await artist.buyLater('price_basic');
  // 20 reviews and a house pool of 4 for each.
  expect(((await most()) - before) * 24).toBe(one * 28);
});

describe('a deleted account', () => {
  test('gets no plan back from a later notice', async () => {
    const only = await artist.buy('price_basic');
    await artist.change(only.subscription, { cancel_at_period_end: true });
    await artist.rows('update artist_subscriptions set active = false where user_id = $1');
    await artist.rows('update users set deleted_at = now() where id = $1');
    await artist.change(only.subscription);
    expect(await artist.rows('select active from artist_subscriptions where user_id = $1')).toEqual([
      { active: false },
    ]);
  });

  test.each(['profiles', 'artist_tracks'])(
    'is kept if a checkout is paid while it is being deleted, at %s',
    async (table) => {
      const { testDatabase } = artist.earshot;
      await artist.upload();
      await sql(testDatabase.ownerDatabase, 'update users set password_hash = $2 where id = $1', [
        artist.user.userId,
        await hashPassword(password),
      ]);
      const { deleting } = await testDatabase.ownerDatabase.transaction(async (tx) => {
        const owner = table === 'profiles' ? 'user_id' : 'artist_id';
        await sql(tx, `select from ${table} where ${owner} = $1 for no key update`, [artist.user.userId]);
        const body = { password, confirmation: 'DELETE', forfeitCents: cents(0) } as const;
        const call = artist.user.call(api.personalData.deleteAccount, { body });
        await someoneWaits(testDatabase.ownerDatabase);
        await artist.buy('price_unlimited');
        return { deleting: call };
      });
      expect((await deleting).code).toBe('plan_renews');
      expect(await artist.status()).toMatchObject({ plan: 'unlimited' });
    },
  );
});
