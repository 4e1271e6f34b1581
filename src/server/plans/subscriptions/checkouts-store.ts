import { boolean, integer, nullable, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

// Checkout pages for new subscriptions. Pages that change a running one cannot be paid twice, so they are not kept.

export const openCheckouts = statement({
  takes: { userId: uuid, most: integer },
  gives: { id: text, priceId: text, customerId: nullable(text), openedAt: timestamp, isNewest: boolean },
})`
    select id, price_id as "priceId", billing_customer_id as "customerId", opened_at as "openedAt",
           number = (select max(number) from checkouts where user_id = ${'userId'}) as "isNewest"
      from checkouts where user_id = ${'userId'} and closed_at is null
     order by number desc limit ${'most'}::integer`;

export const newestCheckout = statement({ takes: { userId: uuid }, gives: { id: text } })`
    select id from checkouts where user_id = ${'userId'} order by number desc limit 1`;

/** A second press at the same moment gets the same page from the provider. */
export const saveCheckout = statement({
  takes: { id: text, userId: uuid, priceId: text, customerId: nullable(text), now: timestamp },
  gives: {},
})`
    insert into checkouts (id, user_id, price_id, billing_customer_id, opened_at)
    values (${'id'}, ${'userId'}, ${'priceId'}, ${'customerId'}, ${'now'})
        on conflict (id) do nothing`;

/** Whether a page is open and none was opened after it. */
export const isNewestCheckout = statement({ takes: { id: text }, gives: { isNewest: boolean } })`
    select closed_at is null and not exists (select from checkouts later
             where later.user_id = checkouts.user_id and later.number > checkouts.number) as "isNewest"
      from checkouts where id = ${'id'}`;

export const markCheckoutClosed = statement({ takes: { id: text, now: timestamp }, gives: {} })`
    update checkouts set closed_at = ${'now'} where id = ${'id'}`;

export const forgetClosedCheckouts = statement({ takes: { userId: uuid, before: timestamp }, gives: {} })`
    delete from checkouts where user_id = ${'userId'} and closed_at is not null and opened_at < ${'before'}`;
