import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { TestDatabase } from '#tests/support/database.ts';
import { aListener, anAdmin, aReview } from '#tests/support/rows.ts';
import { sql } from '#tests/support/sql.ts';
import { approve, decide, reject, request, reverse, setReward, walletOf } from './ledger-calls.ts';

const index = fc.nat({ max: 7 });
/** What people may do. Indexes count round: review 5 of 3 is the third. */
export const acts = fc.oneof(
  fc.record({ act: fc.constant('set reward' as const), cents: fc.constantFrom(15, 130, 260, 500, 700) }),
  fc.record({ act: fc.constant('submit' as const), who: index }),
  fc.record({ act: fc.constant('submit' as const), who: index }),
  fc.record({
    act: fc.constantFrom('approve' as const, 'reject' as const, 'reverse' as const),
    review: index,
  }),
  fc.record({ act: fc.constant('approve' as const), review: index }),
  fc.record({ act: fc.constant('request' as const), who: index, key: fc.nat({ max: 4 }) }),
  fc.record({
    act: fc.constant('decide' as const),
    payout: index,
    decision: fc.constantFrom('completed' as const, 'rejected' as const),
    self: fc.constantFrom(true, false, false, false),
  }),
);
type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never;

interface Listener {
  readonly id: string;
  readonly keys: readonly string[];
  readonly wallet: { available: number; pending: number; owed: number };
  touched: boolean;
}
interface ModelReview {
  readonly id: string;
  readonly listener: Listener;
  status: 'pending' | 'approved' | 'rejected' | 'reversed';
  earned: number;
}
interface ModelPayout {
  readonly id: unknown;
  readonly listener: Listener;
  readonly key: string;
  readonly cents: number;
  status: 'pending' | 'completed' | 'rejected';
}

/** Pays into a wallet what is owed first. */
function credit({ wallet }: Listener, cents: number): void {
  const settled = Math.min(cents, -wallet.owed);
  wallet.owed += settled;
  wallet.available += cents - settled;
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];

/** Two listeners, an admin, and the ledger beside a model of it that knows no SQL. */
export class Play {
  private readonly db: TestDatabase;
  private readonly admin: string;
  private readonly listeners: readonly Listener[];
  private readonly reviews: ModelReview[] = [];
  private readonly payouts: ModelPayout[] = [];
  private reward = 15;

  private constructor(db: TestDatabase, admin: string, listeners: readonly Listener[]) {
    this.db = db;
    this.admin = admin;
    this.listeners = listeners;
  }

  static async start(db: TestDatabase): Promise<Play> {
    const owner = db.ownerDatabase;
    await setReward(owner, 15);
    const listeners = [];
    // Listeners who are admins too, so that only the rule on the own payout stops them.
    for (let i = 0; i < 2; i += 1) {
      const keys = Array.from({ length: 5 }, () => crypto.randomUUID());
      const wallet = { available: 0, pending: 0, owed: 0 };
      listeners.push({ id: await aListener(owner, { admin: true }), keys, wallet, touched: false });
    }
    return new Play(db, await anAdmin(owner), listeners);
  }

  /** Does one act for real and in the model; both must answer and stand alike afterwards. */
  async step(act: Act): Promise<void> {
    await this.perform(act);
    for (const { id, wallet, touched } of this.listeners) {
      const expected = touched ? [wallet.available, wallet.pending, wallet.owed] : null;
      expect(await walletOf(this.db.database, id)).toEqual(expected);
    }
  }

  private async perform(act: Act): Promise<void> {
    switch (act.act) {
      case 'set reward':
        this.reward = act.cents;
        await setReward(this.db.ownerDatabase, act.cents);
        return;
      case 'submit':
        return this.submit(act.who);
      case 'approve':
      case 'reject':
      case 'reverse': {
        const review = pick(this.reviews, act.review);
        return review && this.decideReview(review, act.act);
      }
      case 'request': {
        const listener = pick(this.listeners, act.who);
        return listener && this.request(listener, listener.keys[act.key] ?? '');
      }
      case 'decide': {
        const payout = pick(this.payouts, act.payout);
        return payout && this.decidePayout(payout, act.decision, act.self);
      }
    }
  }

  private async submit(who: number): Promise<void> {
    const listener = pick(this.listeners, who);
    if (!listener) return;
    const { id } = await aReview(this.db.ownerDatabase, { listenerId: listener.id });
    this.reviews.push({ id, listener, status: 'pending', earned: 0 });
  }

  private async decideReview(review: ModelReview, act: 'approve' | 'reject' | 'reverse'): Promise<void> {
    const call = { approve, reject, reverse }[act];
    const answer = await call(this.db.database, review.id, this.admin);
    const wanted = ({ approve: 'approved', reject: 'rejected', reverse: 'reversed' } as const)[act];
    const possible = review.status === (act === 'reverse' ? 'approved' : 'pending');
    const outcome = possible ? 'done' : review.status === wanted ? 'already' : 'conflict';
    if (possible) {
      review.status = wanted;
      if (act === 'approve') this.pay(review);
      if (act === 'reverse') takeBack(review);
    }
    expect(answer).toEqual({ outcome, earned_cents: review.earned, status: review.status });
  }

  private pay(review: ModelReview): void {
    review.listener.touched = true;
    review.earned = this.reward;
    credit(review.listener, this.reward);
  }

  private async request(listener: Listener, key: string): Promise<void> {
    const answer = await request(this.db.database, listener.id, key);
    listener.touched = true;
    const { wallet } = listener;
    const known = this.payouts.find((payout) => payout.listener === listener && payout.key === key);
    if (known) {
      expect(answer).toMatchObject({ outcome: 'already', payout_id: known.id, amount_cents: known.cents });
    } else if (wallet.available < 500) {
      expect(answer).toMatchObject({ outcome: 'below_minimum', amount_cents: wallet.available });
    } else {
      expect(answer).toMatchObject({ outcome: 'done', amount_cents: wallet.available, status: 'pending' });
      this.payouts.push({ id: answer.payout_id, listener, key, cents: wallet.available, status: 'pending' });
      wallet.pending += wallet.available;
      wallet.available = 0;
    }
  }

  private async decidePayout(
    payout: ModelPayout,
    decision: 'completed' | 'rejected',
    self: boolean,
  ): Promise<void> {
    const { listener } = payout;
    const answer = await decide(this.db.database, payout.id, self ? listener.id : this.admin, decision);
    const outcome = payoutOutcome(payout, decision, self);
    if (outcome === 'done') {
      payout.status = decision;
      listener.wallet.pending -= payout.cents;
      if (decision === 'rejected') credit(listener, payout.cents);
    }
    expect(answer).toMatchObject({ outcome, status: payout.status, amount_cents: payout.cents });
  }

  /** How often each status was reached, to see that the play went deep enough. */
  statuses(): string[] {
    return [...this.reviews, ...this.payouts].map(({ status }) => status);
  }

  /** The sum of all completed payouts must equal the cash account; both are read from the database. */
  async cashFits(): Promise<boolean> {
    const [row] = await sql(
      this.db.ownerDatabase,
      `select (select coalesce(sum(amount_cents), 0) from payout_requests where status = 'completed') =
              (select coalesce(sum(posting.amount_cents), 0) from ledger.postings posting
                 join ledger.accounts account on account.id = posting.account_id and account.kind = 'payout_cash') as fits`,
    );
    return row?.fits === true;
  }
}

function payoutOutcome({ status, listener }: ModelPayout, decision: string, self: boolean): string {
  if (self) return 'own';
  if (status === decision) return 'already';
  if (status !== 'pending') return 'conflict';
  return decision === 'completed' && listener.wallet.owed < 0 ? 'owed' : 'done';
}

/** Takes a reward back from available as far as that goes; the rest is owed. */
function takeBack(review: ModelReview): void {
  const { wallet } = review.listener;
  const taken = Math.min(review.earned, wallet.available);
  wallet.available -= taken;
  wallet.owed -= review.earned - taken;
  review.earned = 0;
}
