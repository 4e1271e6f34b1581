import { cents } from '#contract/cents.ts';
import type { Entry } from '#contract/money/books/books.ts';
import type { EntryKind } from '#contract/money/wallet/wallet.ts';
import type { Cents } from '#contract/primitives.ts';

/** The kinds of ledger entries, with the names that admins read. */
export const entryTexts: Readonly<Record<EntryKind, string>> = {
  reward: 'Reward',
  reward_reversal: 'Reward reversed',
  payout_request: 'Payout requested',
  payout_completion: 'Payout approved',
  payout_rejection: 'Payout rejected',
  payout_cancellation: 'Payout request canceled',
  payout_withheld: 'Payout withheld',
  withheld_return: 'Withheld money back in the balance',
  payout_return: 'Payout did not arrive',
  payout_cost: 'Cost of a payout',
  correction: 'Correction',
  test_grant: 'Test funds',
};

/** Who makes entries of a kind without an admin. */
const makers: Partial<Record<EntryKind, string>> = {
  reward: 'the approval rules',
  payout_completion: 'the payout rules',
  payout_return: 'the payment service',
  payout_cost: 'the payment service',
};

/** `by Ada`, or the part of the platform that made an entry; null if it has no name. */
export function makerText({ kind, actorName }: Pick<Entry, 'kind' | 'actorName'>): string | null {
  const maker = actorName ?? makers[kind];
  return maker === undefined ? null : `by ${maker}`;
}

/** What one listener's entries of one day (UTC) come to. */
export interface EntryDay {
  readonly key: string;
  readonly day: string;
  readonly displayName: string;
  readonly entries: readonly Entry[];
  readonly changeCents: Cents;
  /** For example 'Reward ×12, Payout requested'. */
  readonly kinds: string;
}

/** Groups entries by listener and day, in the order of each group's newest entry. */
export function entryDays(entries: readonly Entry[]): readonly EntryDay[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const key = `${entry.createdAt.slice(0, 10)} ${entry.listenerId}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return [...groups].map(([key, own]) => {
    return {
      key,
      day: key.slice(0, 10),
      displayName: own[0]?.displayName ?? '',
      entries: own,
      changeCents: cents(own.reduce((sum, { changeCents }) => sum + changeCents, 0)),
      kinds: kindsText(own),
    };
  });
}

function kindsText(entries: readonly Entry[]): string {
  const counts = new Map<EntryKind, number>();
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts]
    .map(([kind, count]) => `${entryTexts[kind]}${count === 1 ? '' : ` ×${count.toLocaleString('en-US')}`}`)
    .join(', ');
}
