/** What the ledger is to do, in plain arithmetic that knows no SQL. Amounts are whole cents. */
export interface State {
  reward: number;
  readonly listeners: Listener[];
  readonly reviews: Review[];
  readonly payouts: Payout[];
  readonly corrections: Correction[];
  readonly grants: { readonly key: string; readonly cents: number }[];
  /** What each of the two admins has done without the other. All of it happens within 24 hours. */
  readonly alone: { readonly payouts: [number, number]; readonly corrections: [number, number] };
}

interface Listener {
  available: number;
  pending: number;
  owed: number;
  /** Whether the ledger has opened accounts for them. */
  touched: boolean;
  readonly isTest: boolean;
  /** Two listeners are admins, too, so that only the rule on the own money stops them. */
  readonly isAdmin: boolean;
}
interface Review {
  readonly listener: number;
  status: 'pending' | 'approved' | 'rejected' | 'reversed';
  /** Fixed when it was sent. */
  reward: number;
  earned: number;
}
interface Payout {
  readonly listener: number;
  readonly key: number;
  readonly cents: number;
  status: 'pending' | 'completed' | 'rejected' | 'cancelled' | 'returned';
  firstApproval: number | null;
}
interface Correction {
  readonly listener: number;
  readonly by: 0 | 1;
  readonly key: number;
  readonly cents: number;
  status: 'waiting' | 'booked' | 'declined';
}

/** One admin of two, or the listener whom it is about. */
export type Decider = 0 | 1 | 'self';

/** What admins may do with a review. */
export type ReviewAct = 'approve' | 'reject' | 'reverse' | 'take back';

/** What people may do. Indexes are those of the state's lists. */
export type Act =
  | { readonly act: ReviewAct; readonly review: number }
  | { readonly act: 'request'; readonly who: number; readonly key: number }
  | { readonly act: 'cancel'; readonly payout: number; readonly own: boolean }
  | {
      readonly act: 'decide';
      readonly payout: number;
      readonly decision: 'completed' | 'rejected';
      readonly by: Decider;
    }
  | { readonly act: 'return'; readonly payout: number; readonly by: Decider }
  | {
      readonly act: 'correct';
      readonly who: number;
      readonly cents: number;
      readonly key: number;
      readonly by: 0 | 1;
    }
  | {
      readonly act: 'decide correction';
      readonly correction: number;
      readonly decision: 'booked' | 'declined';
      readonly by: 0 | 1;
    }
  | { readonly act: 'grant'; readonly who: number; readonly key: number; readonly by: 0 | 1 };

/** What the ledger answers: the outcome, and what it says of the thing that the act is about. */
export interface Answer {
  readonly outcome: string;
  readonly cents: number | null;
  readonly status: string | null;
}

export const twoAdminsAbove = { payout: 2000, correction: 500 } as const;
const minimum = 500;
const grant = 1500;

const listener = (more: Partial<Listener> = {}): Listener => ({
  ...{ available: 0, pending: 0, owed: 0, touched: false, isTest: false, isAdmin: true },
  ...more,
});

/** Two listeners and a test account, without any money. */
export const start = (): State => ({
  reward: 15,
  listeners: [listener(), listener(), listener({ isTest: true, isAdmin: false })],
  reviews: [],
  payouts: [],
  corrections: [],
  grants: [],
  alone: { payouts: [0, 0], corrections: [0, 0] },
});

/** Does the act in the state and says what the ledger answers. */
export function apply(state: State, act: Act): Answer {
  switch (act.act) {
    case 'approve':
    case 'reject':
    case 'reverse':
    case 'take back':
      return decideReview(state, at(state.reviews, act.review), act.act);
    case 'request':
      return request(state, act.who, act.key);
    case 'cancel':
      return cancel(state, at(state.payouts, act.payout), act.own);
    case 'decide':
      return decidePayout(state, at(state.payouts, act.payout), act.decision, act.by);
    case 'return':
      return giveBack(state, at(state.payouts, act.payout), act.by);
    case 'correct':
      return correct(state, { listener: act.who, cents: act.cents, key: act.key, by: act.by });
    case 'decide correction':
      return decideCorrection(state, at(state.corrections, act.correction), act.decision, act.by);
    case 'grant':
      return grantFunds(state, act.who, `${act.by} ${act.key}`);
  }
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new RangeError(`The model has nothing at ${index}.`);
  return found;
}

/** Pays into a wallet what is owed first. */
function credit(to: Listener, cents: number): void {
  const settled = Math.min(cents, -to.owed);
  to.owed += settled;
  to.available += cents - settled;
}

/** What a review has to be for the act, and what it becomes. */
const changes = {
  approve: ['pending', 'approved'],
  reject: ['pending', 'rejected'],
  reverse: ['approved', 'reversed'],
  'take back': ['approved', 'pending'],
} as const satisfies Readonly<Record<ReviewAct, readonly [Review['status'], Review['status']]>>;

function decideReview(state: State, review: Review, act: ReviewAct): Answer {
  const owner = at(state.listeners, review.listener);
  const [needed, wanted] = changes[act];
  const isPossible = review.status === needed;
  if (isPossible && act === 'take back' && owner.available < review.earned)
    return { outcome: 'spent', cents: review.earned, status: review.status };
  const outcome = isPossible ? 'done' : review.status === wanted ? 'already' : 'conflict';
  if (isPossible) {
    review.status = wanted;
    if (act === 'approve') {
      owner.touched = true;
      review.earned = review.reward;
      credit(owner, review.earned);
    } else if (act !== 'reject') {
      const taken = Math.min(review.earned, owner.available);
      owner.available -= taken;
      owner.owed -= review.earned - taken;
      review.earned = 0;
    }
  }
  return { outcome, cents: review.earned, status: review.status };
}

function request(state: State, who: number, key: number): Answer {
  const owner = at(state.listeners, who);
  owner.touched = true;
  const known = state.payouts.find((payout) => payout.listener === who && payout.key === key);
  if (known) return { outcome: 'already', cents: known.cents, status: known.status };
  const cents = owner.available;
  if (cents < minimum) return { outcome: 'below_minimum', cents, status: null };
  state.payouts.push({ listener: who, key, cents, status: 'pending', firstApproval: null });
  owner.pending += cents;
  owner.available = 0;
  return { outcome: 'done', cents, status: 'pending' };
}

function cancel(state: State, payout: Payout, isOwn: boolean): Answer {
  if (!isOwn) return { outcome: 'missing', cents: null, status: null };
  const outcome = outcomeOf(payout.status, 'cancelled', 'pending');
  if (outcome === 'done') {
    payout.status = 'cancelled';
    const owner = at(state.listeners, payout.listener);
    owner.pending -= payout.cents;
    credit(owner, payout.cents);
  }
  return { outcome, cents: payout.cents, status: payout.status };
}

function outcomeOf(status: string, wanted: string, needed: string): 'done' | 'already' | 'conflict' {
  if (status === wanted) return 'already';
  return status === needed ? 'done' : 'conflict';
}

/** What stands against a decision of the listener whom it is about; undefined for an admin. */
const ownRefusal = (owner: Listener, by: Decider): 'own' | 'not_admin' | undefined => {
  if (by !== 'self') return undefined;
  return owner.isAdmin ? 'own' : 'not_admin';
};

const about = (outcome: string, { cents, status }: Payout): Answer =>
  outcome === 'not_admin' ? { outcome, cents: null, status: null } : { outcome, cents, status };

function decidePayout(state: State, payout: Payout, decision: 'completed' | 'rejected', by: Decider): Answer {
  const owner = at(state.listeners, payout.listener);
  const outcome =
    ownRefusal(owner, by) ??
    (payout.status === 'pending' && decision === 'completed'
      ? completionOutcome(state, payout, by)
      : outcomeOf(payout.status, decision, 'pending'));
  if (outcome === 'awaits_second' && by !== 'self') payout.firstApproval = by;
  if (outcome === 'done') {
    const isAlone = payout.firstApproval === null || payout.firstApproval === by;
    if (by !== 'self' && decision === 'completed' && isAlone) state.alone.payouts[by] += payout.cents;
    payout.status = decision;
    owner.pending -= payout.cents;
    if (decision === 'rejected') credit(owner, payout.cents);
  }
  return about(outcome, payout);
}

function completionOutcome(state: State, payout: Payout, by: Decider): string {
  const owner = at(state.listeners, payout.listener);
  if (owner.isTest) return 'test_account';
  if (owner.owed < 0) return 'owed';
  const isSecond = payout.firstApproval !== null && payout.firstApproval !== by;
  const sum = (by === 'self' ? 0 : state.alone.payouts[by]) + payout.cents;
  return sum > twoAdminsAbove.payout && !isSecond ? 'awaits_second' : 'done';
}

function giveBack(state: State, payout: Payout, by: Decider): Answer {
  const owner = at(state.listeners, payout.listener);
  const outcome = ownRefusal(owner, by) ?? outcomeOf(payout.status, 'returned', 'completed');
  if (outcome === 'done') {
    payout.status = 'returned';
    credit(owner, payout.cents);
  }
  return about(outcome, payout);
}

function correct(state: State, asked: Omit<Correction, 'status'>): Answer {
  const owner = at(state.listeners, asked.listener);
  owner.touched = true;
  const known = state.corrections.find(({ by, key }) => by === asked.by && key === asked.key);
  if (known) {
    const isSame = known.listener === asked.listener && known.cents === asked.cents;
    return { outcome: isSame ? 'already' : 'key_reused', cents: known.cents, status: known.status };
  }
  const { cents } = asked;
  if (owner.available + cents < 0) return { outcome: 'below_zero', cents, status: null };
  const isWaiting = state.alone.corrections[asked.by] + Math.abs(cents) > twoAdminsAbove.correction;
  const status = isWaiting ? 'waiting' : 'booked';
  state.corrections.push({ ...asked, status });
  if (!isWaiting) {
    state.alone.corrections[asked.by] += Math.abs(cents);
    book(owner, cents);
  }
  return { outcome: isWaiting ? 'awaits_second' : 'done', cents, status };
}

function book(owner: Listener, cents: number): void {
  if (cents > 0) credit(owner, cents);
  else owner.available += cents;
}

function decideCorrection(
  state: State,
  correction: Correction,
  decision: 'booked' | 'declined',
  by: 0 | 1,
): Answer {
  const owner = at(state.listeners, correction.listener);
  const { cents } = correction;
  let outcome: string = outcomeOf(correction.status, decision, 'waiting');
  if (outcome === 'done' && decision === 'booked') {
    if (correction.by === by) outcome = 'second_needed';
    else if (owner.available + cents < 0) outcome = 'below_zero';
  }
  if (outcome === 'done') {
    correction.status = decision;
    if (decision === 'booked') book(owner, cents);
  }
  return { outcome, cents, status: correction.status };
}

function grantFunds(state: State, who: number, key: string): Answer {
  const owner = at(state.listeners, who);
  if (!owner.isTest) return { outcome: 'not_test', cents: null, status: null };
  owner.touched = true;
  const known = state.grants.find((made) => made.key === key);
  if (known) return { outcome: 'already', cents: known.cents, status: null };
  const cents = grant - owner.available - owner.owed;
  if (cents <= 0) return { outcome: 'enough', cents: 0, status: null };
  state.grants.push({ key, cents });
  credit(owner, cents);
  return { outcome: 'done', cents, status: null };
}
