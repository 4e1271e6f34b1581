import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import { destinationMark, sealPayee } from '#server/money/payees/payee-secret.ts';
import { approve, request, setReward } from '#tests/api/money/ledger/ledger-calls.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { connectSecret } from '#tests/support/stand-ins/stripe-connect-stand-in.ts';
import { aReview, aTrack } from '#tests/support/world/rows.ts';
import { sql, sqlRow } from '#tests/support/world/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { comparePayouts } from './compare-payouts.ts';
import type { Check } from './fault.ts';
import { startStripe } from './start-stripe.ts';

const here = import.meta.dirname;
/** Payouts sent per second. The product sends two, but then each pass would take four minutes. */
const sendsPerSecond = 40;
/** How long Stripe misbehaves after the second kill. */
const badSeconds = 40;
/** The time limit after that for the last payout. */
const settledWithinSeconds = 240;

/**
 * Makes a listener with $7.65, a confirmed Stripe account older than the hold, and a payout request for the whole
 * balance.
 */
async function aRequest(
  world: LoadWorld,
  artistTrack: Awaited<ReturnType<typeof aTrack>>,
  accountId: string,
): Promise<string> {
  const { owner, app, keys } = world;
  const listenerId = await world.person({ userType: 'listener', displayName: 'Listener of F16' });
  const { id } = await aReview(owner.database, { listenerId, track: artistTrack });
  await approve(app.database, id);
  const payeeId = randomUUID();
  const destination = { method: 'stripe', accountId } as const;
  await sql(
    owner.database,
    `insert into payees (id, user_id, method, country, details_encrypted, destination_mark, masked, created_at, confirmed_at)
     values ($1, $2, 'stripe', 'US', $3, $4, 'Stripe', now() - interval '9 days', now() - interval '8 days')`,
    [
      payeeId,
      listenerId,
      sealPayee(keys, payeeId, { destination, legalName: 'Ada Lovelace' }),
      destinationMark(keys, destination),
    ],
  );
  const { payout_id: payoutId } = await request(app.database, listenerId);
  return String(payoutId);
}

/** Processes the items in parallel, ten at a time. */
async function inTurns<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = [];
  for (let first = 0; first < items.length; first += 10)
    made.push(...(await Promise.all(items.slice(first, first + 10).map(make))));
  return made;
}

const transfersIn = async ({ owner }: LoadWorld, states: readonly string[], payoutIds: readonly string[]) =>
  Number(
    (
      await sqlRow(
        owner.database,
        'select count(*)::integer as count from payout_transfers where transfer = any ($1) and payout_id = any ($2)',
        [states, payoutIds],
      )
    ).count,
  );

const underWay = ['waiting', 'sending', 'checking'];

/** The payouts' states with their counts. */
async function statesOf({ owner }: LoadWorld, payoutIds: readonly string[]): Promise<string> {
  const rows = await sql(
    owner.database,
    `select format('%s %s, sent %s times', count(*), transfer, attempts) as line
       from payout_transfers where payout_id = any ($1) group by transfer, attempts order by transfer, attempts`,
    [payoutIds],
  );
  return rows.map(({ line }) => String(line)).join('; ');
}

/** Skips the product's waiting times: questions and retries that would be due in minutes or days are due now. */
async function letTimePass(
  { owner }: LoadWorld,
  payoutIds: readonly string[],
  states: readonly string[],
): Promise<void> {
  await sql(
    owner.database,
    `update payout_transfers set sent_at = sent_at - interval '11 minutes', next_ask_at = now()
      where payout_id = any ($1) and transfer = any ($2) and next_ask_at > now()`,
    [payoutIds, states],
  );
  await askNow({ owner });
}

async function askNow({ owner }: Pick<LoadWorld, 'owner'>): Promise<void> {
  for (const job of ['complete-payouts', 'ask-payouts', 'send-payouts'])
    await sql(owner.database, 'select graphile_worker.add_job($1, job_key := $1)', [job]);
}

const questionsLeft = async ({ owner }: LoadWorld, payoutIds: readonly string[]) =>
  Number(
    (
      await sqlRow(
        owner.database,
        'select count(*)::integer as count from payout_transfers where next_ask_at <= now() and payout_id = any ($1)',
        [payoutIds],
      )
    ).count,
  );

/**
 * Waits until each payout has arrived or is reversed, and has been asked about once more. Returns how many have not.
 */
async function settle(world: LoadWorld, payoutIds: readonly string[], seconds: number): Promise<number> {
  const end = Date.now() + seconds * 1000;
  let left = payoutIds.length;
  while (left > 0 && Date.now() < end) {
    await letTimePass(world, payoutIds, underWay);
    await sleep(2_000);
    left = await transfersIn(world, underWay, payoutIds);
  }
  if (left > 0) return left;
  // The notice about money returned after its arrival may have been lost, so each is asked about again.
  await letTimePass(world, payoutIds, ['paid']);
  do {
    await sleep(2_000);
    left = await questionsLeft(world, payoutIds);
    await askNow(world);
  } while (left > 0 && Date.now() < end);
  return left;
}

/** Approves all in one act, and repeats it if the server was too busy to answer, as the page does. */
async function approveAll(admin: ApiUser, payoutIds: readonly string[]): Promise<number> {
  for (let time = 0; time < 10; time += 1) {
    const sent = { body: { payoutIds: [...payoutIds] } };
    const { answer, status, code } = await admin.call(api.admin.approvePayouts, sent);
    if (answer === undefined) console.log(`        the act was answered with ${status} ${code}`);
    // If an answer was lost, payouts that it approved may already have been sent and have come back.
    const standing = answer?.outcomes.filter(
      ({ outcome }) => outcome === 'done' || outcome === 'already_decided',
    ).length;
    if (standing === payoutIds.length) return standing;
    await sleep(1_000);
  }
  return 0;
}

/** Reads a wallet repeatedly. The returned function gives the 95th percentile of the good answers, in milliseconds. */
function watchPage(world: LoadWorld, token: string): () => number {
  const times: number[] = [];
  const timer = setInterval(async () => {
    const before = performance.now();
    const user = apiUser(world.url, 'watcher', token);
    const answered = await user.call(api.wallet.readWallet, {}).catch(() => undefined);
    if (answered?.status === 200) times.push(performance.now() - before);
  }, 250);
  return () => {
    clearInterval(timer);
    return (
      times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY
    );
  };
}

export const manyPayouts: Check = {
  name: 'F16 500 payouts in one act through a bad Stripe, the server killed twice',
  promise: 'each is paid once or reversed, and the page stays responsive',
  run: async (world, { users, patience }) => {
    const stripe = await startStripe();
    const settings = {
      NODE_OPTIONS: `--import=${join(here, 'stripe-nearby.ts')}`,
      STRIPE_STAND_IN_PORT: String(stripe.port),
      STRIPE_SECRET_KEY: 'sk_test_made_up',
      STRIPE_WEBHOOK_SECRET: 'whsec_made_up',
      STRIPE_PRICE_BASIC: 'price_b',
      STRIPE_PRICE_PRO: 'price_p',
      STRIPE_PRICE_UNLIMITED: 'price_u',
      PAYOUT_METHODS: 'stripe',
      STRIPE_CONNECT_WEBHOOK_SECRET: connectSecret,
      RATE_LIMITS: `transfer=${sendsPerSecond}/1,decision=10000/60,other=10000/60`,
    };
    const track = await aTrack(world.owner.database);
    const before = await sqlRow(
      world.owner.database,
      'select reward_cents::integer as cents from ledger.rates',
    );
    await setReward(world.owner.database, 765);
    const accounts = await stripe.accounts(users);
    const payoutIds = await inTurns(accounts, (account) => aRequest(world, track, account));
    await setReward(world.owner.database, Number(before.cents));
    const admin = await world.signIn(await world.person({ admin: true, displayName: 'Admin of F16' }));
    const watcher = await world.signIn(await world.person({ userType: 'listener', displayName: 'Watcher' }));

    let server = await world.startServer(settings);
    stripe.misbehave(`${world.url}/api/payouts/webhook`);
    const watched = watchPage(world, watcher.accessToken);
    const approved = await approveAll(apiUser(world.url, admin.userId, admin.accessToken), payoutIds);
    const begun = Date.now();
    for (const share of [0.25, 0.6]) {
      while (
        (await stripe.report()).transfers.length < users * share &&
        Date.now() - begun < 120_000 * patience
      )
        await sleep(50);
      await server.kill();
      server = await world.startServer(settings);
    }
    await settle(world, payoutIds, badSeconds);
    stripe.behave();
    const left = await settle(world, payoutIds, settledWithinSeconds * patience);
    const p95 = watched();
    const report = await stripe.report();
    const compared = await comparePayouts(world, payoutIds, report);
    const { paid, failed, lost, doubled, audit } = compared;
    await server.stop();
    stripe.close();
    return {
      line:
        `${approved} approved, ${paid} paid, ${failed} reversed; ${lost} lost, ${doubled} doubled, audit ${audit}; ` +
        `${report.sends} requests for ${report.transfers.length} transfers (${tally(report.manners)}); notices ${tally(report.notices)}; ` +
        `wallet p95 ${Math.round(p95)} ms; ${Math.round((Date.now() - begun) / 1000)} s`,
      broken: [
        ...compared.broken,
        ...(left > 0
          ? [`${left} payouts were not settled in time: ${await statesOf(world, payoutIds)}`]
          : []),
        ...(lost > 0 ? [`${lost} payouts are not what they say`] : []),
        ...(doubled > 0 ? [`${doubled} payouts were sent twice`] : []),
        ...(audit > 0 ? [`the audit found ${audit}`] : []),
        ...(p95 > 300 * patience
          ? [`the wallet took ${Math.round(p95)} ms instead of ${300 * patience}`]
          : []),
      ],
    };
  },
};

const tally = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ');
