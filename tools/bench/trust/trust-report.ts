import type { Account, Reviewed, Run } from './run-trust.ts';

/** The bars of the design. */
const bars = {
  takenByBots: 0,
  inOneCluster: 0.95,
  longWaits: 0.01,
  longWaitsOfLanguage: 0.02,
  longWaitHours: 24 + 1 / 6,
} as const;

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** What occurs most, with how often. */
function most(names: readonly string[], count = 3): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ');
}

/** Prints the run and each bar that it missed; answers how many these are. */
export function report(run: Run): number {
  const missed = [...reportBots(run), ...reportHonest(run)];
  console.log(missed.length === 0 ? 'Every bar is met.' : missed.map((bar) => `MISSED: ${bar}`).join('\n'));
  return missed.length;
}

function reportBots({ accounts, reviews, clustered, size }: Run): string[] {
  const missed: string[] = [];
  const clusterOf = new Map(clustered.map((member) => [member.userId, member]));
  console.log(`${size.accounts} accounts a strategy, ${size.honest} honest people, ${size.days} days\n`);
  console.log(
    '| strategy | sent | approved | earned an account | paid by rule | in one cluster | stopped by |\n|---|---|---|---|---|---|---|',
  );
  for (const [name, own] of grouped(accounts)) {
    const ids = new Set(own.map(({ userId }) => userId));
    const sent = reviews.filter(({ userId }) => ids.has(userId));
    const taken = sum(own.map(({ paidByRuleCents }) => paidByRuleCents));
    const members = own.flatMap(({ userId }) => clusterOf.get(userId) ?? []);
    const largest = Math.max(0, ...countsOf(members.map(({ clusterId }) => clusterId)));
    const kinds = [...new Set(members.flatMap((member) => member.kinds))].toSorted();
    const refused = own.flatMap(({ tried }) =>
      [...tried].flatMap(([what, times]) =>
        what === 'reviewed' ? [] : Array.from({ length: times }, () => what),
      ),
    );
    const stops = most([...sent.flatMap(({ rules }) => rules), ...refused]);
    const approved = sent.filter(({ status }) => status === 'approved').length;
    const earned = dollars(sum(sent.map(({ cents }) => cents)) / own.length);
    const share = largest / own.length;
    console.log(
      `| ${name} | ${sent.length} | ${approved} | ${earned} | ${dollars(taken)} | ${percent(share)} (${kinds.join(', ')}) | ${stops} |`,
    );
    if (taken > bars.takenByBots) missed.push(`${name} took ${dollars(taken)} without a person`);
    if (share < bars.inOneCluster) missed.push(`${name}: only ${percent(share)} in one cluster`);
    if (members.some((member) => member.kinds.length < 2)) missed.push(`${name}: somebody with one kind`);
  }
  return missed;
}

function reportHonest({ accounts, reviews, clustered }: Run): string[] {
  const missed: string[] = [];
  const honest = accounts.filter(({ strategy }) => strategy === undefined);
  const byId = new Map(honest.map((account) => [account.userId, account]));
  const sent = reviews.filter(({ userId }) => byId.has(userId));
  const waited = sent.filter(({ waitHours }) => waitHours > bars.longWaitHours);
  const share = waited.length / Math.max(1, sent.length);
  console.log(
    `\nHonest: ${sent.length} reviews, ${percent(share)} wait longer than 24 h 10 min (${most(waited.flatMap(({ rules }) => rules))})`,
  );
  if (share > bars.longWaits) missed.push(`${percent(share)} of honest reviews wait long`);
  for (const [language, own] of byLanguage(sent, byId)) {
    const long = own.filter(({ waitHours }) => waitHours > bars.longWaitHours).length / own.length;
    if (long > bars.longWaitsOfLanguage)
      missed.push(`${percent(long)} of honest reviews in ${language} wait long`);
  }
  const caught = clustered.filter(({ userId }) => byId.has(userId));
  const asked = honest.filter(({ askedCents }) => askedCents > 0);
  const households = asked.filter(({ household }) => household !== undefined);
  console.log(
    `Honest payouts: ${asked.length} asked, ${asked.filter(({ paidByRuleCents }) => paidByRuleCents > 0).length} paid by rule, ` +
      `${asked.filter(({ paidByRuleCents }) => paidByRuleCents === 0).length} looked at by a person (${households.length} of households); ${caught.length} honest people in a cluster`,
  );
  if (caught.length > 0) missed.push(`${caught.length} honest people stand in a cluster`);
  return missed;
}

const countsOf = (names: readonly string[]): number[] => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.values()];
};

function grouped(accounts: readonly Account[]): Map<string, Account[]> {
  const groups = new Map<string, Account[]>();
  for (const account of accounts) {
    if (account.strategy === undefined) continue;
    groups.set(account.strategy, [...(groups.get(account.strategy) ?? []), account]);
  }
  return groups;
}

function byLanguage(
  sent: readonly Reviewed[],
  people: ReadonlyMap<string, Account>,
): Map<string, Reviewed[]> {
  const groups = new Map<string, Reviewed[]>();
  for (const review of sent) {
    const language = people.get(review.userId)?.language ?? '';
    groups.set(language, [...(groups.get(language) ?? []), review]);
  }
  return groups;
}
