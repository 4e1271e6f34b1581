import { cents, nullable, oneOf, text, timestamp, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

const outcome = {
  outcome: text,
  listenerId: nullable(uuid),
  amountCents: nullable(cents),
  status: nullable(text),
};

export const withhold = statement({
  takes: { payoutId: uuid, withheldBy: uuid, sentence: text, now: timestamp },
  gives: outcome,
})`select outcome, listener_id as "listenerId", amount_cents as "amountCents", status
   from ledger.withhold_payout(${'payoutId'}, ${'withheldBy'}, ${'sentence'}, ${'now'})`;

export const appealMoney = statement({
  takes: { payoutId: uuid, listenerId: uuid, appeal: text, now: timestamp },
  gives: { outcome: text },
})`select ledger.appeal_withheld(${'payoutId'}, ${'listenerId'}, ${'appeal'}, ${'now'}) as outcome`;

export const decideMoney = statement({
  takes: { payoutId: uuid, decidedBy: uuid, outcome: oneOf('returned', 'taken'), note: text, now: timestamp },
  gives: outcome,
})`select outcome, listener_id as "listenerId", amount_cents as "amountCents", status
   from ledger.decide_withheld(${'payoutId'}, ${'decidedBy'}, ${'outcome'}, ${'note'}, ${'now'})`;

const kept = {
  payoutId: uuid,
  amountCents: cents,
  sentence: text,
  appeal: nullable(text),
  withheldAt: timestamp,
};

export const withheldOf = statement({ takes: { listenerId: uuid }, gives: kept })`
  select payout_id as "payoutId", amount_cents as "amountCents", sentence, appeal, withheld_at as "withheldAt"
  from ledger.withheld where listener_id = ${'listenerId'} and outcome is null`;
