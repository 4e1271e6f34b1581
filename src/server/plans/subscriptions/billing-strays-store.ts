import { integer, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const saveStray = statement({
  takes: {
    subscriptionId: text,
    userId: nullable(uuid),
    priceId: nullable(text),
    reason: oneOf('unknown_price', 'unknown_user', 'not_ended', 'not_refunded'),
    now: timestamp,
    nextCheckAt: timestamp,
  },
  gives: {},
})`
    insert into billing_strays (subscription_id, user_id, price_id, reason, noticed_at, next_check_at)
    values (${'subscriptionId'}, ${'userId'}, ${'priceId'}, ${'reason'}, ${'now'}, ${'nextCheckAt'})
        on conflict (subscription_id) do update set user_id = excluded.user_id, price_id = excluded.price_id,
           reason = excluded.reason, next_check_at = excluded.next_check_at`;

export const strayToRefund = statement({ takes: { subscriptionId: text }, gives: {} })`
    select from billing_strays where subscription_id = ${'subscriptionId'} and reason = 'not_refunded'`;

/** It has ended at the provider. */
export const forgetNotEnded = statement({ takes: { subscriptionId: text }, gives: {} })`
    delete from billing_strays where subscription_id = ${'subscriptionId'} and reason = 'not_ended'`;

export const forgetStray = statement({ takes: { subscriptionId: text }, gives: {} })`
    delete from billing_strays where subscription_id = ${'subscriptionId'}`;

/** Forgets a stray that was noticed by then. */
export const forgetOldStray = statement({
  takes: { subscriptionId: text, noticedBy: timestamp },
  gives: {},
})`
    delete from billing_strays where subscription_id = ${'subscriptionId'} and noticed_at <= ${'noticedBy'}`;

export const postponeStray = statement({
  takes: { subscriptionId: text, nextCheckAt: timestamp },
  gives: {},
})`
    update billing_strays set next_check_at = ${'nextCheckAt'} where subscription_id = ${'subscriptionId'}`;

export const dueStrays = statement({ takes: { now: timestamp, most: integer }, gives: { id: text } })`
    select subscription_id as id from billing_strays where next_check_at <= ${'now'}
     order by next_check_at limit ${'most'}::integer`;
