import { sittingPauseMilliseconds } from '#contract/business-rules.ts';
import type { NoticeKind } from '#contract/identity/settings.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { eachCatching } from '../../foundation/for-each.ts';
import { lockIfActive } from '../users-store.ts';
import type { MailText } from './compose-mail.ts';
import { digestDue } from './digest-rules.ts';
import {
  dropItems,
  dueDigests,
  insertItems,
  lastSent,
  lockItems,
  markItems,
  moveItems,
} from './digest-store.ts';
import { queueNotice } from './queue-mail.ts';

/** The job that sends what is due. */
export const sendDigestsJob = 'send-digests';

/** The most items that one run looks for, and that one digest tells. */
const mostItems = 1000;

export interface Digest {
  readonly mail: MailText;
  /** What the mail tells; the rest is no news anymore. */
  readonly thingIds: readonly string[];
  /** The user's own last review, if the digest waits until their sitting is over. */
  readonly lastActAt: Date | null;
}

/** Writes the digest of these things; undefined if none of them is still news. */
export type ComposeDigest = (
  tx: Transaction,
  to: { readonly publicUrl: string; readonly userId: string; readonly thingIds: readonly string[] },
) => Promise<Digest | undefined>;

type DigestKind = Exclude<NoticeKind, 'payout_decided'>;
type Needs = Pick<Dependencies, 'database' | 'clock' | 'config' | 'keys'>;

const afterPause = (now: Date) => new Date(now.getTime() + sittingPauseMilliseconds);

/** Adds a thing to the next digest of each of these users. */
export const addToDigests = (
  tx: Transaction,
  added: {
    readonly userIds: readonly string[];
    readonly kind: DigestKind;
    readonly thingId: string;
    readonly now: Date;
  },
): Promise<number> =>
  insertItems.run(tx, { ...added, userIds: [...added.userIds], due: afterPause(added.now) });

/** Sends every digest that is due, each in its own transaction. One that fails does not block the others. */
export async function sendDigests(
  deps: Needs,
  composers: Readonly<Record<DigestKind, ComposeDigest>>,
): Promise<void> {
  const due = await dueDigests.all(deps.database, { now: deps.clock.now(), most: mostItems });
  const send = async ({ userId, kind }: { readonly userId: string; readonly kind: NoticeKind }) => {
    if (kind === 'payout_decided') return;
    try {
      await deps.database.transaction((tx) => sendDigest(tx, deps, { userId, kind }, composers[kind]));
    } catch (error) {
      // Behind the others: digests that always fail would otherwise fill every run.
      await moveItems.run(deps.database, { userId, kind, due: afterPause(deps.clock.now()) });
      throw error;
    }
  };
  await eachCatching(due, send, 'Some digests could not be sent.');
}

/** Sends one digest if it is due, else moves it to that time. What is added meanwhile waits for the next one. */
async function sendDigest(
  tx: Transaction,
  deps: Needs,
  whose: { readonly userId: string; readonly kind: DigestKind },
  compose: ComposeDigest,
): Promise<void> {
  const now = deps.clock.now();
  // Before the items, in the order in which decisions and deletions lock them.
  await lockIfActive(tx, whose.userId);
  const items = await lockItems.all(tx, { ...whose, most: mostItems });
  const thingIds = items.map(({ thingId }) => thingId);
  const digest = await compose(tx, { publicUrl: deps.config.publicUrl, userId: whose.userId, thingIds });
  const told = new Set(digest?.thingIds);
  await dropItems.run(tx, { ...whose, thingIds: thingIds.filter((id) => !told.has(id)) });
  const first = items.find(({ thingId }) => told.has(thingId));
  if (!digest || !first) return;
  const { at: lastSentAt } = await lastSent.only(tx, whose);
  const due = digestDue({ firstAt: first.createdAt, lastActAt: digest.lastActAt, lastSentAt });
  if (due > now) return void (await moveItems.run(tx, { ...whose, due }));
  await markItems.run(tx, { ...whose, thingIds: [...told], now });
  await queueNotice(tx, deps, { ...whose, event: now.toISOString(), mail: digest.mail });
}
