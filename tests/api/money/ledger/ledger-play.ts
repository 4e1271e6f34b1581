import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Database } from '#server/adapters/database/database.ts';
import { machineClock } from '#server/foundation/clock.ts';
import { setSecondAdmin } from '#server/money/books/set-second-admin.ts';
import type { TestDatabase } from '#tests/support/world/database.ts';
import { aListener, anAdmin, aReview } from '#tests/support/world/rows.ts';
import { type Row, sql } from '#tests/support/world/sql.ts';
import {
  approve,
  cancel,
  correct,
  decide,
  decideCorrection,
  giveBack,
  grantTestFunds,
  reject,
  request,
  reverse,
  setReward,
  takeBack,
  walletOf,
} from './ledger-calls.ts';
import {
  type Act,
  type Answer,
  apply,
  type Decider,
  type ReviewAct,
  type State,
  start,
  twoAdminsAbove,
} from './ledger-model.ts';

const index = fc.nat({ max: 11 });
const person = fc.constantFrom(0, 0, 1, 1, 2);
const key = fc.nat({ max: 4 });
const admin = fc.constantFrom(0 as const, 1 as const);
const decider = fc.constantFrom<Decider>(0, 0, 1, 1, 'self');
const reviewAct = (...acts: ReviewAct[]) => fc.record({ act: fc.constantFrom(...acts), review: index });

const acts: fc.Arbitrary<Act> = fc.oneof(
  reviewAct('approve'),
  reviewAct('approve', 'reject', 'reverse', 'take back'),
  fc.record({ act: fc.constant('request' as const), who: person, key }),
  fc.record({ act: fc.constant('cancel' as const), payout: index, own: fc.constantFrom(true, true, false) }),
  fc.record({
    act: fc.constant('decide' as const),
    payout: index,
    decision: fc.constantFrom('completed' as const, 'completed' as const, 'rejected' as const),
    by: decider,
  }),
  fc.record({ act: fc.constant('return' as const), payout: index, by: decider }),
  fc.record({
    act: fc.constant('correct' as const),
    who: person,
    cents: fc.constantFrom(-700, -40, 40, 300, 301, 700),
    key,
    by: admin,
  }),
  fc.record({
    act: fc.constant('decide correction' as const),
    correction: index,
    decision: fc.constantFrom('booked' as const, 'declined' as const),
    by: admin,
  }),
  fc.record({ act: fc.constant('grant' as const), who: person, key, by: admin }),
);

/** A review more, another reward, or up to three acts at the same moment. Indexes count round: review 5 of 3 is the third. */
export const steps = fc.oneof(
  { weight: 2, arbitrary: fc.record({ submitBy: person }) },
  { weight: 1, arbitrary: fc.record({ reward: fc.constantFrom(15, 260, 500, 700, 1000) }) },
  { weight: 6, arbitrary: fc.record({ together: fc.array(acts, { minLength: 1, maxLength: 3 }) }) },
);
type Step = typeof steps extends fc.Arbitrary<infer One> ? One : never;

interface Known {
  readonly listeners: readonly string[];
  readonly admins: readonly [string, string];
  readonly keys: readonly string[];
  /** Ids in the database, by what the model knows them by. */
  readonly reviews: string[];
  readonly payouts: Map<string, unknown>;
  readonly corrections: Map<string, unknown>;
}

/** The amounts with which the model begins, and its people: two listeners who are admins, too, one of the tests, two admins. */
export async function beginAsTheModel(
  owner: Database,
): Promise<{ listeners: string[]; admins: [string, string] }> {
  await setReward(owner, 15);
  const needs = { ownerDatabase: owner, clock: machineClock };
  await setSecondAdmin(needs, 'payouts', twoAdminsAbove.payout);
  await setSecondAdmin(needs, 'corrections', twoAdminsAbove.correction);
  const tester = await aListener(owner);
  await sql(owner, 'update users set is_test = true where id = $1', [tester]);
  return {
    listeners: [await aListener(owner, { admin: true }), await aListener(owner, { admin: true }), tester],
    admins: [await anAdmin(owner), await anAdmin(owner)],
  };
}

/** The ledger beside its model. */
export class Play {
  private readonly db: TestDatabase;
  private readonly known: Known;
  private state = start();

  private constructor(db: TestDatabase, known: Known) {
    this.db = db;
    this.known = known;
  }

  static async begin(db: TestDatabase): Promise<Play> {
    return new Play(db, {
      ...(await beginAsTheModel(db.ownerDatabase)),
      keys: Array.from({ length: 5 }, () => randomUUID()),
      reviews: [],
      payouts: new Map(),
      corrections: new Map(),
    });
  }

  /** Does one step for real and in the model; both must answer and stand alike afterwards. */
  async step(step: Step): Promise<void> {
    if ('submitBy' in step) await this.submit(step.submitBy);
    else if ('reward' in step) {
      this.state.reward = step.reward;
      await setReward(this.db.ownerDatabase, step.reward);
    } else await this.together(step.together);
  }

  private async submit(who: number): Promise<void> {
    const listenerId = this.known.listeners[who];
    if (listenerId === undefined) throw new RangeError(`No listener ${who}`);
    const { id } = await aReview(this.db.ownerDatabase, { listenerId });
    this.known.reviews.push(id);
    this.state.reviews.push({ listener: who, status: 'pending', reward: this.state.reward, earned: 0 });
  }

  /** Acts at the same moment: the answers and the wallets must be those of the acts in some order. */
  private async together(wanted: readonly Act[]): Promise<void> {
    const before = this.state;
    const batch = wanted.flatMap((act) => aimed(act, before));
    const answers = await Promise.all(batch.map((act) => this.perform(act, before)));
    const wallets = await Promise.all(this.known.listeners.map((id) => walletOf(this.db.database, id)));
    const outcomes = orders(batch.map((_, i) => i)).map((order) => foretell(before, batch, order));
    const fitting = outcomes.find(
      (outcome) => same(outcome.answers, answers) && same(outcome.wallets, wallets),
    );
    // Without a fitting order the difference to the first one is shown.
    if (!fitting) expect({ answers, wallets }).toEqual({ ...outcomes[0], state: undefined });
    else this.state = fitting.state;
  }

  private async perform(act: Act, state: State): Promise<Answer> {
    const { listeners, admins, keys, reviews } = this.known;
    const app = this.db.database;
    const listener = (who: number) => listeners[who] ?? '';
    const by = (decider: Decider, who: number) => (decider === 'self' ? listener(who) : admins[decider]);
    switch (act.act) {
      case 'approve':
      case 'reject':
      case 'reverse':
      case 'take back': {
        const call = { approve, reject, reverse, 'take back': takeBack }[act.act];
        return answerOf(await call(app, reviews[act.review] ?? '', admins[0]), 'earned_cents');
      }
      case 'request': {
        const answer = await request(app, listener(act.who), keys[act.key]);
        this.known.payouts.set(`${act.who} ${act.key}`, answer.payout_id);
        return answerOf(answer);
      }
      case 'cancel': {
        const payout = state.payouts[act.payout];
        const who = payout?.listener ?? 0;
        return answerOf(await cancel(app, this.payoutId(payout), act.own ? listener(who) : admins[0]));
      }
      case 'decide': {
        const payout = state.payouts[act.payout];
        const decidedBy = by(act.by, payout?.listener ?? 0);
        return answerOf(await decide(app, this.payoutId(payout), decidedBy, act.decision));
      }
      case 'return': {
        const payout = state.payouts[act.payout];
        return answerOf(await giveBack(app, this.payoutId(payout), by(act.by, payout?.listener ?? 0)));
      }
      case 'correct': {
        const answer = await correct(app, listener(act.who), act.cents, admins[act.by], keys[act.key]);
        if (answer.correction_id !== null) {
          this.known.corrections.set(`${act.by} ${act.key}`, answer.correction_id);
        }
        return answerOf(answer);
      }
      case 'decide correction': {
        const correction = state.corrections[act.correction];
        const id = this.known.corrections.get(`${correction?.by} ${correction?.key}`);
        return answerOf(await decideCorrection(app, id, admins[act.by], act.decision));
      }
      case 'grant':
        return answerOf(await grantTestFunds(app, listener(act.who), admins[act.by], keys[act.key]));
    }
  }

  private payoutId(payout: State['payouts'][number] | undefined): unknown {
    return this.known.payouts.get(`${payout?.listener} ${payout?.key}`);
  }

  /** Every status that was reached, to see that the play went deep enough. */
  statuses(): string[] {
    const { reviews, payouts, corrections } = this.state;
    return [...reviews, ...payouts, ...corrections].map(({ status }) => status);
  }
}

/** The act with its index counted round; none where there is nothing yet that it could be about. */
export function aimed(act: Act, { reviews, payouts, corrections }: State): Act[] {
  const round = (list: readonly unknown[], at: number) => at % Math.max(list.length, 1);
  if ('review' in act) return reviews.length ? [{ ...act, review: round(reviews, act.review) }] : [];
  if ('payout' in act) return payouts.length ? [{ ...act, payout: round(payouts, act.payout) }] : [];
  if (!('correction' in act)) return [act];
  return corrections.length ? [{ ...act, correction: round(corrections, act.correction) }] : [];
}

const answerOf = (row: Row, cents = 'amount_cents'): Answer => ({
  outcome: String(row.outcome),
  cents: typeof row[cents] === 'number' ? row[cents] : null,
  status: typeof row.status === 'string' ? row.status : null,
});

/** What the model says when the acts happen in this order; the answers stand in the order of the batch. */
function foretell(before: State, batch: readonly Act[], order: readonly number[]) {
  const state = structuredClone(before);
  const answers: Answer[] = [];
  for (const i of order) {
    const act = batch[i];
    if (act) answers[i] = apply(state, act);
  }
  const wallets = state.listeners.map(({ touched, available, pending, owed }) =>
    touched ? [available, pending, owed] : null,
  );
  return { state, answers, wallets };
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function orders(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first) =>
    orders(list.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  );
}
