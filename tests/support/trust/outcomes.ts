import type { Account } from './accounts.ts';
import type { Clustered } from './decisions.ts';
import type { Reviewed, Run } from './run-trust.ts';
import { strategies } from './strategies.ts';

const saysNothing = new Set(strategies.filter((strategy) => strategy.saysNothing).map(({ name }) => name));

/** The bars of the design. Nobody can tell a model's text that heard nothing: of those nothing leaves before a person has read. */
const bars = {
  /** Cents that leave without a person having looked. */
  paid: 0,
  approvedSayingNothing: 0.1,
  kinds: 2,
  longWaits: 0.01,
  longWaitsOfLanguage: 0.02,
  longWaitHours: 24 + 1 / 6,
} as const;

/** What became of a strategy. */
export interface StrategyOutcome {
  readonly name: string;
  readonly sent: number;
  readonly approved: number;
  /** Waiting for a person. */
  readonly held: number;
  /** Cents on the balance of each account, on average. */
  readonly takenCents: number;
  readonly paidCents: number;
  /** Payouts that wait for an admin, who reads three of their reviews first. */
  readonly payoutsToRead: number;
  /** The share of its accounts in the cluster with the most of them. */
  readonly inOneCluster: number;
  readonly kinds: readonly string[];
  /** Whom the one decision about that cluster suspended, as a share of those in it; undefined while nobody has decided. */
  readonly decidedAtOnce: number | undefined;
  /** Findings and refusals. */
  readonly stops: readonly string[];
  readonly missed: readonly string[];
}

export interface HonestOutcome {
  readonly reviews: number;
  readonly longWaits: number;
  readonly longWaitRules: readonly string[];
  readonly languages: ReadonlyMap<string, number>;
  readonly asked: number;
  readonly ofHouseholds: number;
  readonly paidByRule: number;
  readonly missed: readonly string[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

export function strategyOutcomes(run: Run): StrategyOutcome[] {
  const names = new Set(run.accounts.flatMap(({ strategy }) => strategy ?? []));
  return [...names].map((name) => strategyOutcome(run, name));
}

function strategyOutcome({ accounts, reviews, clustered, suspended }: Run, name: string): StrategyOutcome {
  const own = accounts.filter(({ strategy }) => strategy === name);
  const ids = new Set(own.map(({ userId }) => userId));
  const sent = reviews.filter(({ userId }) => ids.has(userId));
  const largest = largestCluster(clustered.filter(({ userId }) => ids.has(userId)));
  const outcome = {
    name,
    sent: sent.length,
    approved: sent.filter(({ status }) => status === 'approved').length,
    held: sent.filter(({ status, rules }) => status === 'pending' && rules.length > 0).length,
    takenCents: sum(sent.map(({ cents }) => cents)) / own.length,
    paidCents: sum(own.map(({ paidCents }) => paidCents)),
    payoutsToRead: own.filter(({ payoutId, paidCents }) => payoutId !== undefined && paidCents === 0).length,
    inOneCluster: largest.length / own.length,
    kinds: [...new Set(largest.flatMap(({ kinds }) => kinds))].toSorted(),
    decidedAtOnce: suspended && decidedAtOnce(largest, suspended),
    stops: [
      ...sent.flatMap(({ rules }) => rules),
      ...own.flatMap(refusals),
      ...own.flatMap(({ doubts }) => doubts),
    ],
  };
  return { ...outcome, missed: missedBy(outcome, largest) };
}

function missedBy(outcome: Omit<StrategyOutcome, 'missed'>, largest: readonly Clustered[]): string[] {
  const { name, paidCents, approved, sent } = outcome;
  const missed: string[] = [];
  if (paidCents > bars.paid) missed.push(`${name}: ${dollars(paidCents)} left without a person`);
  if (saysNothing.has(name) && approved > bars.approvedSayingNothing * sent)
    missed.push(`${name}: ${approved} of ${sent} approved without a person`);
  if (largest.some(({ kinds }) => kinds.length < bars.kinds))
    missed.push(`${name}: somebody with one kind of evidence`);
  const { decidedAtOnce: reached = 1 } = outcome;
  if (largest.length > 0 && reached < 1)
    missed.push(`${name}: one decision reached ${percent(reached)} of the cluster`);
  return missed;
}

export function honestOutcome({ accounts, reviews, clustered, honestRefused }: Run): HonestOutcome {
  const honest = accounts.filter(({ strategy }) => strategy === undefined);
  const byId = new Map(honest.map((account) => [account.userId, account]));
  const sent = reviews.filter(({ userId }) => byId.has(userId));
  const waited = sent.filter(isLong);
  const languages = longWaitsByLanguage(sent, byId);
  const asked = honest.filter(({ payoutId }) => payoutId !== undefined);
  // Artists, too: none of them belongs to a strategy.
  const bots = new Set(accounts.filter(({ strategy }) => strategy !== undefined).map(({ userId }) => userId));
  const caught = clustered.filter(({ userId }) => !bots.has(userId)).length;
  const missed = [...languages]
    .filter(([, share]) => share > bars.longWaitsOfLanguage)
    .map(([language, share]) => `${percent(share)} of honest reviews in ${language} wait long`);
  const longWaits = waited.length / Math.max(1, sent.length);
  if (longWaits > bars.longWaits) missed.push(`${percent(longWaits)} of honest reviews wait long`);
  if (caught > 0) missed.push(`${caught} honest people stand in a cluster`);
  if (honestRefused > 0) missed.push(`${honestRefused} honest payouts were refused`);
  return {
    reviews: sent.length,
    longWaits,
    longWaitRules: waited.flatMap(({ rules }) => rules),
    languages,
    asked: asked.length,
    ofHouseholds: asked.filter(({ household }) => household !== undefined).length,
    paidByRule: asked.filter(({ paidCents }) => paidCents > 0).length,
    missed,
  };
}

const isLong = ({ waitHours }: Reviewed): boolean => waitHours > bars.longWaitHours;

function largestCluster(members: readonly Clustered[]): Clustered[] {
  const clusters = Map.groupBy(members, ({ clusterId }) => clusterId);
  return [...clusters.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function decidedAtOnce(largest: readonly Clustered[], suspended: NonNullable<Run['suspended']>): number {
  const decided = new Set(suspended.get(largest[0]?.clusterId ?? ''));
  return largest.filter(({ userId }) => decided.has(userId)).length / Math.max(1, largest.length);
}

const refusals = ({ tried }: Account): string[] =>
  [...tried].flatMap(([what, times]) =>
    what === 'reviewed' ? [] : Array.from({ length: times }, () => what),
  );

function longWaitsByLanguage(
  sent: readonly Reviewed[],
  people: ReadonlyMap<string, Account>,
): Map<string, number> {
  const groups = Map.groupBy(sent, ({ userId }) => people.get(userId)?.language ?? '');
  return new Map(
    [...groups].map(([language, own]) => [language, own.filter(isLong).length / own.length] as const),
  );
}
