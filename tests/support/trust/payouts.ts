import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { readWallet } from '#server/money/wallet/read-wallet.ts';
import { sql } from '#tests/support/world/sql.ts';
import { type Account, count } from './accounts.ts';
import { seeded } from './trust-texts.ts';
import type { TrustWorld } from './trust-world.ts';

const smallestPayoutCents = 500;

/** Asks once, as soon as there is enough. */
export async function askForPayout(world: TrustWorld, account: Account): Promise<void> {
  if (account.payoutId !== undefined) return;
  const { availableCents } = await readWallet(world.deps, account.userId);
  if (availableCents < smallestPayoutCents) return;
  const seat = account.seat(seeded(availableCents));
  const token = await world.signIn(account.userId, seat);
  const asked = await world.call(token, seat, api.wallet.requestPayout, {
    body: {},
    idempotencyKey: randomUUID(),
  });
  if (asked.answer) account.payoutId = asked.answer.id;
  else count(account, `payout: ${asked.code}`);
}

/** Notes what has left by now, or is about to, without a person having looked, and what the rule left to people for. */
export async function countPaid({ owner }: TrustWorld, accounts: readonly Account[]): Promise<void> {
  const rows = await sql(
    owner,
    `select request.listener_id, request.amount_cents::int as cents, found.doubts,
       request.status = 'completed' or exists (select from payout_approvals approval where approval.payout_id = request.id) as paid
     from payout_requests request left join payout_rule_findings found on found.payout_id = request.id`,
  );
  const byUser = new Map(accounts.map((account) => [account.userId, account]));
  for (const account of accounts) account.paidCents = 0;
  for (const { listener_id: userId, cents, doubts, paid } of rows) {
    const account = byUser.get(String(userId));
    if (!account) continue;
    if (paid === true) account.paidCents += Number(cents);
    account.doubts = Array.isArray(doubts) ? doubts.map((doubt) => `payout: ${doubt}`) : [];
  }
}
