import type { OwnReview } from '#contract/reviewing/reviews/reviews.ts';
import { decodeCursor, type Page, pageOfRows } from '../../foundation/cursor.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { toOwnReview } from './own-review.ts';
import { ownReviews } from './review-store.ts';

const pageSize = 10;

/** The listener's reviews, newest first, ten a page. */
export async function listOwnReviews(
  deps: Dependencies,
  listenerId: string,
  cursor?: string,
): Promise<Page<OwnReview>> {
  const from = decodeCursor(cursor);
  const rows = await ownReviews.all(deps.database, { listenerId, ...from, most: pageSize + 1 });
  return pageOfRows(rows, pageSize, toOwnReview);
}
