import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Queryable, Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import {
  insertText,
  removeText,
  removeTextsBefore,
  textsAlike,
  textsWithSentences,
} from './review-texts-store.ts';
import { type KnownSentences, knownSentences, runsOf, sentenceKeys } from './sentence-rules.ts';
import { bandKeys, comparedDays, comparedText, isNearEqual, type Likeness, likeness } from './text-rules.ts';

/** How many texts found by the index are compared word for word. */
const candidates = 20;

interface SentText {
  readonly reviewId: string;
  readonly comment: string;
  readonly sentAt: Date;
}

/** Another text that says the same, and how much of it. */
interface NearEqualText extends Likeness {
  readonly reviewId: string;
  readonly listenerId: string;
  readonly sentAt: Date;
}

/** Adds a text to the index in the transaction that stores it. */
export async function indexText(tx: Queryable, { reviewId, comment, sentAt }: SentText): Promise<void> {
  const keys = bandKeys(comparedText(comment));
  await insertText.run(tx, { reviewId, sentAt, keys, sentenceKeys: sentenceKeys(comment) });
}

export async function indexMendedText(tx: Transaction, sent: SentText): Promise<void> {
  await removeText.run(tx, { reviewId: sent.reviewId });
  await indexText(tx, sent);
}

const closeness = ({ ofSmaller, ofWords }: Likeness) => Math.max(ofSmaller, ofWords);

/**
 * Texts of the last 180 days that nearly equal this one, closest first. The index proposes candidates and the comparison decides.
 * Each comparison runs in its own event-loop turn, because a text may be 5,000 characters long.
 */
export async function nearEqualTexts(
  tx: Queryable,
  { reviewId, comment, sentAt }: SentText,
): Promise<NearEqualText[]> {
  const own = comparedText(comment);
  const since = comparedSince(sentAt);
  const alike = await textsAlike.all(tx, {
    reviewId,
    sentAt,
    since,
    keys: bandKeys(own),
    most: candidates,
  });
  const found: NearEqualText[] = [];
  for (const { comment: earlier, ...other } of alike) {
    const alikeness = likeness(own, comparedText(earlier));
    if (isNearEqual(alikeness)) found.push({ ...other, ...alikeness });
    await nextTurn();
  }
  return found.toSorted((a, b) => closeness(b) - closeness(a));
}

const comparedSince = (sentAt: Date) => new Date(sentAt.getTime() - comparedDays * dayMilliseconds);

/** The sentences of this text that reviews of the last 180 days have, by anyone. */
export async function sentencesFound(
  tx: Queryable,
  listenerId: string,
  { reviewId, comment, sentAt }: SentText,
): Promise<KnownSentences> {
  const runs = runsOf(comment);
  const keys = runs.flatMap((run) => run.keys);
  const since = comparedSince(sentAt);
  return knownSentences(
    runs,
    await textsWithSentences.all(tx, { reviewId, listenerId, sentAt, since, keys }),
  );
}

const sweptAtOnce = 1000;

/** Deletes texts that are too old to be compared. */
export async function sweepReviewTexts({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - comparedDays * dayMilliseconds);
  while ((await removeTextsBefore.run(database, { before, most: sweptAtOnce })) > 0);
}
