import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { countWords, minimumReviewWords, secondsToUnlock } from '#contract/business-rules.ts';
import type { OwnReview, submitReview as submitReviewCall } from '#contract/reviewing/reviews/reviews.ts';
import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import { enqueue } from '../../adapters/jobs/job-queue.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Client } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { endFullPanel } from '../../music/tracks/panels.ts';
import { answersToAsked, storeAnswers } from '../../music/tracks/questions.ts';
import { recordEvidence } from '../../trust/linked-accounts/record-evidence.ts';
import { keepTyping } from '../../trust/linked-accounts/typing-of.ts';
import {
  closeAsReviewed,
  meantTrack,
  placeOfReview,
  readServedLease,
  refuseNotServed,
  type ServedLease,
} from '../listening/served-lease.ts';
import { dropDraft } from './draft-store.ts';
import { indexText } from './near-equal-texts.ts';
import { toOwnReview } from './own-reviews.ts';
import { helpToStore } from './review-help.ts';
import { countReview, insertNote, insertReview, ownReviewById, reviewOfTrack } from './review-store.ts';

type Submitted = z.output<typeof submitReviewCall.body>;

interface Sender {
  readonly listenerId: string;
  readonly client: Client;
}

/**
 * Stores the review of the served track as pending and queues the approval rules. One transaction covers the review, the
 * track's counts, the end of the lease and the job.
 */
export function submitReview(
  deps: Dependencies,
  sender: Sender,
  submitted: Submitted,
  { key, onRepeat = () => undefined }: { readonly key: string; readonly onRepeat?: () => void },
): Promise<OwnReview> {
  const now = deps.clock.now();
  const act = { userId: sender.listenerId, call: 'submitReview', key, request: submitted, now, onRepeat };
  return deps.database.transaction((tx) =>
    answerOnce(tx, act, () => acceptReview(deps, tx, sender, submitted, now)),
  );
}

async function acceptReview(
  deps: Dependencies,
  tx: Transaction,
  { listenerId, client }: Sender,
  submitted: Submitted,
  now: Date,
): Promise<OwnReview> {
  const words = countWords(submitted.comment);
  if (words < minimumReviewWords) refuse('review_too_short', { words });
  const lease = await servedForReview(tx, listenerId, submitted.trackId, now);
  const answers = await answersToAsked(tx, lease.id, submitted.answers);

  const id = randomUUID();
  const { trackId } = lease;
  const { prompts, notes } = helpToStore(submitted, lease.durationSeconds);
  await recordEvidence(tx, deps, { userId: listenerId, client, act: 'sent' });
  // Sent together: others who review or are served this track wait from the insert until the end of the transaction.
  await Promise.all([
    enqueue(tx, { name: 'judge-review', payload: { reviewId: id }, key: `judge-review:${id}` }),
    dropDraft.run(tx, { listenerId, trackId }),
    insertReview.run(tx, {
      id,
      trackId,
      listenerId,
      artistId: lease.artistId,
      assignmentId: lease.assignmentId,
      isWished: lease.isWished,
      rating: submitted.rating,
      comment: submitted.comment,
      ...prompts,
      listeningTime: Math.floor(lease.provenSeconds),
      reviewMonth: `${now.toISOString().slice(0, 7)}-01`,
      now,
    }),
    storeAnswers(tx, id, answers),
    indexText(tx, { reviewId: id, comment: submitted.comment, sentAt: now }),
    ...notes.map((note, place) => insertNote.run(tx, { reviewId: id, place, ...note })),
    ...(submitted.typing
      ? [keepTyping(tx, { reviewId: id, listenerId, sentAt: now }, submitted.comment, submitted.typing)]
      : []),
    countReview.run(tx, { trackId, rating: submitted.rating }),
    closeAsReviewed(tx, listenerId, lease, now),
  ]);
  if (lease.isReturning) await endFullPanel(tx, trackId, now);
  return toOwnReview(await ownReviewById.only(tx, { id }), now);
}

/** The open lease of this track, with enough listening. */
async function servedForReview(
  tx: Transaction,
  listenerId: string,
  servedId: string,
  now: Date,
): Promise<ServedLease> {
  const lease = await readServedLease(tx, listenerId);
  if (lease?.servedId !== servedId) {
    const trackId = await meantTrack(tx, listenerId, servedId);
    const reviewed = await reviewOfTrack.one(tx, { listenerId, trackId });
    return reviewed ? refuse('already_reviewed') : refuseNotServed(tx, listenerId, servedId);
  }
  if (!(lease.endedFor || lease.trackIsActive)) refuse('track_deleted');
  const seconds = secondsToUnlock(lease.provenSeconds);
  if (seconds > 0) refuse('listen_longer', { seconds });
  if (lease.awaitsChoice) refuse('choose_first');
  return { ...lease, assignmentId: await placeOfReview(tx, lease, now) };
}
