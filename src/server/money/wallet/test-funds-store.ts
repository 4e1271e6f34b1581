import { cents, nullable, text, uuid } from '../../adapters/database/columns.ts';
import { statement } from '../../adapters/database/statement.ts';

export const grantFunds = statement({
  takes: { listenerId: uuid, grantedBy: uuid, requestKey: uuid },
  gives: { outcome: text, availableCents: nullable(cents) },
})`select outcome, available_cents as "availableCents"
   from ledger.grant_test_funds(${'listenerId'}, ${'grantedBy'}, ${'requestKey'})`;
