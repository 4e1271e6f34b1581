import { integer, json, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** Replaces the limits by country, in cents: `{"US": 60000}`. */
export const replaceTaxLimits = statement({ takes: { limits: json<unknown>() }, gives: {} })`
  with wanted as (
    select key as country, value::bigint as yearly_cents from jsonb_each_text(${'limits'}::jsonb)
  ), gone as (
    delete from tax_limits where country not in (select country from wanted)
  )
  insert into tax_limits (country, yearly_cents) select country, yearly_cents from wanted
  on conflict (country) do update set yearly_cents = excluded.yearly_cents
    where tax_limits.yearly_cents <> excluded.yearly_cents`;

/** No row if the address has no account. */
export const noteTaxDetails = statement({
  takes: { email: text, year: integer, now: timestamp },
  gives: { userId: uuid },
})`insert into tax_details (user_id, year, received_at)
   select id, ${'year'}::integer, ${'now'}::timestamptz from users where email_normalized = ${'email'}
   on conflict (user_id, year) do update set received_at = tax_details.received_at
   returning user_id as "userId"`;
