import {
  dollars,
  type HonestOutcome,
  honestOutcome,
  percent,
  type StrategyOutcome,
  strategyOutcomes,
} from '#tests/support/trust/outcomes.ts';
import type { Run } from '#tests/support/trust/run-trust.ts';

/** The most frequent names, with their counts. */
function most(names: readonly string[], count = 3): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
}

export interface Report {
  readonly text: string;
  /** How many limits the run missed. */
  readonly missed: number;
}

const aboutModels =
  'Model texts heard nothing, and neither a rule nor a reader can tell them from honest ones. Each costs a minute of listening and the time to ' +
  'write it. Nothing leaves before a person has read three reviews of the account; whoever believes them pays one payout.';

/** Describes the run and each limit that it missed. */
export function report(run: Run): Report {
  const { accounts, honest, days } = run.size;
  const strategies = strategyOutcomes(run);
  const people = honestOutcome(run);
  const missed = [...strategies.flatMap((outcome) => outcome.missed), ...people.missed];
  const lines = [
    `${accounts} accounts a strategy, ${honest} honest people, ${days} days\n`,
    '| strategy | sent | approved without a person | taken by an account | left without a person | who reads it | in one cluster | stopped by |',
    '|---|---|---|---|---|---|---|---|',
    ...strategies.map(row),
    `\n${aboutModels}\n\n${sentences(people)}`,
    missed.length === 0 ? 'Every bar is met.' : missed.map((bar) => `MISSED: ${bar}`).join('\n'),
  ];
  return { text: lines.join('\n'), missed: missed.length };
}

/** An admin reads what rules flag, and three reviews of each first payout. Spot checks and artists are not simulated. */
const readers = (held: number, payouts: number): string =>
  held + payouts === 0 ? 'nobody' : `an admin: ${held} flagged, ${payouts} payouts`;

const row = ({
  name,
  sent,
  approved,
  held,
  takenCents,
  paidCents,
  payoutsToRead,
  inOneCluster,
  kinds,
  stops,
}: StrategyOutcome) =>
  `| ${name} | ${sent} | ${approved} (${percent(approved / Math.max(1, sent))}) | ${dollars(takenCents)} | ${dollars(paidCents)} | ${readers(held, payoutsToRead)} | ${percent(inOneCluster)} (${kinds.join(', ')}) | ${most(stops)} |`;

function sentences(people: HonestOutcome): string {
  const [worst = ['', 0]] = [...people.languages].toSorted((a, b) => b[1] - a[1]);
  return [
    `Honest: ${people.reviews} reviews, ${percent(people.longWaits)} wait longer than 24 h 10 min (${most(people.longWaitRules)}), at most ${percent(worst[1])} of a language${worst[1] > 0 ? ` (${worst[0]})` : ''}.`,
    `Honest payouts: ${people.asked} asked, ${people.ofHouseholds} of them of households of two; ${people.paidByRule} paid by rule, the others by a person.`,
  ].join('\n');
}
