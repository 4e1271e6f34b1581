import { type LocalConduct, localConducts } from '#contract/money/payout-destinations/destinations.ts';
import type { Clock } from '../../foundation/clock.ts';
import { cents, oneOf, timestamp, uuid } from '../database/columns.ts';
import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { DirectProvider, SendOutcome, TransferAnswer, TransferOrder } from './payout-service.ts';

/** How long a transfer takes at the test bank. */
const bankMilliseconds = 60_000;
/** How long until money is returned; days at a real bank. */
const returnMilliseconds = 180_000;

const names: Readonly<Record<LocalConduct, string>> = {
  pays: 'pays at once',
  pays_later: 'pays after a minute',
  fails: 'refuses',
  returns: 'pays, and sends the money back after three minutes',
  loses_the_answer: 'pays, but loses the answer',
};

/**
 * The provider of the test mode: it moves no money, behaves as the destination says, and stores its data in the
 * database.
 */
export function localTransfers({ database, clock }: { database: Database; clock: Clock }): DirectProvider {
  return {
    method: 'local',
    takes: 'orders',
    requirements: () => ({
      asks: ['Nothing: this is test mode, and no money moves.'],
    }),
    read: (typed) =>
      typed.method === 'local'
        ? { destination: typed, masked: `Test account that ${names[typed.conduct]}` }
        : { field: 'method', problem: 'This is not a test account.' },
    send: (order) => send(database, clock, order),
    ask: async (question) => {
      const known = await readTestTransfer.one(database, { payoutId: question.payoutId });
      return known ? stateOf(known, clock.now()) : { kind: 'never_received' };
    },
    tellChanges: async (tell) => {
      const receivedBy = new Date(clock.now().getTime() - returnMilliseconds);
      for (const { payoutId } of await dueTestReturns.all(database, { receivedBy })) {
        await tell([providerIdOf(payoutId)]);
        await markTestReturn.run(database, { payoutId, now: clock.now() });
      }
    },
  };
}

async function send(database: Database, clock: Clock, order: TransferOrder): Promise<SendOutcome> {
  const { destination, payoutId, amountCents } = order;
  if (destination.method !== 'local') throw new Error('Only test accounts are paid by the test provider.');
  const { conduct } = destination;
  if (conduct === 'fails')
    return { kind: 'refused', reason: 'The test bank knows no such account.', isDead: true };
  await receiveTestTransfer.run(database, { payoutId, conduct, amountCents, receivedAt: clock.now() });
  const providerId = providerIdOf(payoutId);
  if (conduct === 'loses_the_answer') return { kind: 'unknown' };
  return conduct === 'pays' ? { kind: 'paid', providerId } : { kind: 'accepted', providerId };
}

const providerIdOf = (payoutId: string): string => `test_${payoutId}`;

function stateOf(
  { payoutId, conduct, receivedAt }: { payoutId: string; conduct: LocalConduct; receivedAt: Date },
  now: Date,
): TransferAnswer {
  const age = now.getTime() - receivedAt.getTime();
  const providerId = providerIdOf(payoutId);
  if (conduct === 'returns' && age >= returnMilliseconds)
    return { kind: 'failed', reason: 'The test bank sent the money back.' };
  return conduct === 'pays' || age >= bankMilliseconds
    ? { kind: 'paid', providerId }
    : { kind: 'sending', providerId };
}

// The test provider's records: what Stripe would know.

const transfer = {
  payoutId: uuid,
  conduct: oneOf(...localConducts),
  amountCents: cents,
  receivedAt: timestamp,
};

/** Accepts an order once; repeating the payout finds the first order. */
const receiveTestTransfer = statement({ takes: transfer, gives: {} })`
    insert into test_transfers (payout_id, conduct, amount_cents, received_at)
    values (${'payoutId'}, ${'conduct'}, ${'amountCents'}, ${'receivedAt'})
        on conflict (payout_id) do nothing`;

const readTestTransfer = statement({ takes: { payoutId: uuid }, gives: transfer })`
    select payout_id as "payoutId", conduct, amount_cents as "amountCents", received_at as "receivedAt"
      from test_transfers where payout_id = ${'payoutId'}`;

/** Transfers returned by then that were not reported yet. */
const dueTestReturns = statement({ takes: { receivedBy: timestamp }, gives: { payoutId: uuid } })`
    select payout_id as "payoutId" from test_transfers
     where conduct = 'returns' and returned_at is null and received_at <= ${'receivedBy'}
     order by received_at limit 500`;

const markTestReturn = statement({ takes: { payoutId: uuid, now: timestamp }, gives: {} })`
    update test_transfers set returned_at = ${'now'} where payout_id = ${'payoutId'} and returned_at is null`;
