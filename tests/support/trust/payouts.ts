import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { hasRelation } from '#server/relations/relations-of.ts';
import { standingOf } from '#server/standing/standing-of.ts';
import { readWallet } from '#server/wallet/read-wallet.ts';
import { type Account, count } from './accounts.ts';
import { seeded } from './trust-texts.ts';
import type { TrustWorld } from './trust-world.ts';

const smallestPayoutCents = 500;
const belowCents = 2000;

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
  if (!asked.answer) return count(account, `payout: ${asked.code}`);
  account.payoutId = asked.answer.id;
  if (await isPaidByRule(world, account.userId, asked.answer.amountCents))
    account.paidCents = asked.answer.amountCents;
}

async function isPaidByRule({ deps }: TrustWorld, userId: string, amountCents: number): Promise<boolean> {
  if (amountCents >= belowCents) return false;
  if ((await standingOf(deps.database, deps, userId)) === 'new') return false;
  return !(await hasRelation(deps.database, userId));
}
