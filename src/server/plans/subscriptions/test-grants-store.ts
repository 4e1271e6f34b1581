import { date, integer, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

/** No row if a paid plan runs, which only the provider's notices may change. */
export const saveTrial = statement({
  takes: { userId: uuid, uploadsLimit: integer, now: timestamp, expiresAt: timestamp, periodEnd: timestamp },
  gives: {},
})`
  insert into artist_subscriptions (user_id, plan, uploads_limit, price_per_month_cents, uploads_used_this_month,
         active, trial, started_at, expires_at, current_period_start, current_period_end)
  values (${'userId'}, 'icon', ${'uploadsLimit'}, 0, 0, true, true, ${'now'}, ${'expiresAt'}, ${'now'}, ${'periodEnd'})
      on conflict (user_id) do update set plan = 'icon', uploads_limit = excluded.uploads_limit,
         price_per_month_cents = 0, uploads_used_this_month = 0, active = true, trial = true,
         started_at = excluded.started_at, expires_at = excluded.expires_at,
         current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
         payment_failed = false, past_due_since = null, paused_for = null, ended_for = null, problem = null,
         next_plan = null, billing_subscription_id = null
   where artist_subscriptions.billing_subscription_id is null or not artist_subscriptions.active`;

export const setCredits = statement({
  takes: { userId: uuid, remaining: integer, periodStart: date },
  gives: {},
})`
  insert into upload_limits (user_id, remaining, period_start)
  values (${'userId'}, ${'remaining'}, ${'periodStart'})
      on conflict (user_id) do update set remaining = excluded.remaining, period_start = excluded.period_start`;
