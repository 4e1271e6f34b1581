import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { insertText, removeText, textsAlike } from './review-texts-store.ts';
import { bandKeys, comparedDays, comparedText, isNearEqual, type Likeness, likeness } from './text-rules.ts';

const day = 24 * 3600 * 1000;
/** Texts that are compared word for word, of those that the index finds. */
const candidates = 20;

interface SentText {
  readonly reviewId: string;
  readonly comment: string;
  readonly sentAt: Date;
}

/** Another text that says the same, and how much of it. */
export interface NearEqualText extends Likeness {
  readonly reviewId: string;
  readonly listenerId: string;
  readonly sentAt: Date;
}

/** Takes a text into the index, in the transaction that stores it. */
export async function indexText(tx: Queryable, { reviewId, comment, sentAt }: SentText): Promise<void> {
  await insertText.run(tx, { reviewId, sentAt, keys: bandKeys(comparedText(comment)) });
}

/** The same for a text that was mended. */
export async function indexMendedText(tx: Transaction, sent: SentText): Promise<void> {
  await removeText.run(tx, { reviewId: sent.reviewId });
  await indexText(tx, sent);
}

const closeness = ({ ofSmaller, ofWords }: Likeness) => Math.max(ofSmaller, ofWords);

/**
 * The earlier texts of 180 days that are near-equal to this one, the closest first. The index proposes, the comparison
 * decides; each comparison has a turn of the event loop of its own, because a text may be 5,000 characters long.
 */
export async function nearEqualTexts(
  tx: Queryable,
  { reviewId, comment, sentAt }: SentText,
): Promise<NearEqualText[]> {
  const own = comparedText(comment);
  const since = new Date(sentAt.getTime() - comparedDays * day);
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
