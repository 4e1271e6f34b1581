import { nullable, text, textList, timestamp } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const savePriceCheck = statement({
  takes: { priceId: text, problem: nullable(text), now: timestamp },
  gives: {},
})`
    insert into billing_price_checks (price_id, problem, checked_at)
    values (${'priceId'}, ${'problem'}, ${'now'})
        on conflict (price_id) do update set problem = excluded.problem, checked_at = excluded.checked_at`;

export const readPriceChecks = statement({
  takes: { priceIds: textList },
  gives: { priceId: text, problem: nullable(text), checkedAt: timestamp },
})`
    select price_id as "priceId", problem, checked_at as "checkedAt"
      from billing_price_checks where price_id = any(${'priceIds'})`;
