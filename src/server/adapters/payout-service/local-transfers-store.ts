import { localConducts } from '#contract/money/payees/destinations.ts';
import { cents, oneOf, timestamp, uuid } from '../database/columns.ts';
import { statement } from '../database/statement.ts';

// The test provider's records: what Stripe would know.

const transfer = {
  payoutId: uuid,
  conduct: oneOf(...localConducts),
  amountCents: cents,
  receivedAt: timestamp,
};

/** Accepts an order once; repeating the payout finds the first order. */
export const receiveTestTransfer = statement({ takes: transfer, gives: {} })`
    insert into test_transfers (payout_id, conduct, amount_cents, received_at)
    values (${'payoutId'}, ${'conduct'}, ${'amountCents'}, ${'receivedAt'})
        on conflict (payout_id) do nothing`;

export const readTestTransfer = statement({ takes: { payoutId: uuid }, gives: transfer })`
    select payout_id as "payoutId", conduct, amount_cents as "amountCents", received_at as "receivedAt"
      from test_transfers where payout_id = ${'payoutId'}`;

/** Transfers returned by then that were not reported yet. */
export const dueTestReturns = statement({ takes: { receivedBy: timestamp }, gives: { payoutId: uuid } })`
    select payout_id as "payoutId" from test_transfers
     where conduct = 'returns' and returned_at is null and received_at <= ${'receivedBy'}
     order by received_at limit 500`;

export const markTestReturn = statement({ takes: { payoutId: uuid, now: timestamp }, gives: {} })`
    update test_transfers set returned_at = ${'now'} where payout_id = ${'payoutId'} and returned_at is null`;
