import { createHash } from 'node:crypto';
import { sql } from '#tests/support/world/sql.ts';
import type { Random } from './trust-texts.ts';
import type { Seat, TrustWorld } from './trust-world.ts';

/** One account of the run, and what became of its work. */
export interface Account {
  readonly userId: string;
  /** The strategy's name; undefined for an honest person. */
  readonly strategy: string | undefined;
  readonly language: string | undefined;
  readonly household: number | undefined;
  readonly seat: (random: Random) => Seat;
  /** How often each try came to what. */
  readonly tried: Map<string, number>;
  /** The payout that the account has asked for, once there was enough. */
  payoutId: string | undefined;
  /** Cents that were sent without a person having looked. */
  paidCents: number;
  /** What the rule left the payout to people for. */
  doubts: readonly string[];
}

type Who = Pick<Account, 'strategy' | 'language' | 'household' | 'seat'> & {
  readonly email: string;
  readonly payee: string;
};

/** An account whose destination has been confirmed for long. */
export async function makeAccount(world: TrustWorld, { email, payee, ...who }: Who): Promise<Account> {
  const userId = await world.person({ userType: 'listener', displayName: who.strategy ?? 'Honest', email });
  const confirmed = new Date(world.deps.clock.now().getTime() - 100 * 3600 * 1000);
  await sql(
    world.owner,
    `insert into payees (user_id, method, country, details_encrypted, destination_mark, masked, created_at, confirmed_at)
     values ($1, 'local', 'US', '\\x00', $2, 'A place', $3, $3)`,
    [userId, createHash('sha256').update(payee).digest(), confirmed],
  );
  return { ...who, userId, tried: new Map(), payoutId: undefined, paidCents: 0, doubts: [] };
}

export const count = ({ tried }: Account, what: string): void => {
  tried.set(what, (tried.get(what) ?? 0) + 1);
};
