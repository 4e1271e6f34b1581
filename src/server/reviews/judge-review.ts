import type { Transaction } from '../adapters/database/database.ts';
import type { Dependencies } from '../dependencies.ts';
import { deliveredMilliseconds } from '../listening/listening-rules.ts';
import { relateTexts } from '../relations/relate-texts.ts';
import { clusterOf } from '../relations/relations-of.ts';
import { recomputeStanding } from '../standing/recompute-standing.ts';
import { standingOf } from '../standing/standing-of.ts';
import { approveReview } from '../wallet/approve-review.ts';
import { burstLength, judge, type Submission } from './approval-rules.ts';
import { queueDecisionNotice } from './decision-notice.ts';
import {
  insertFinding,
  reviewsBefore,
  reviewToJudge,
  sendingTimes,
  setDue,
  sharedMarks,
  sharedNetworks,
} from './judging-store.ts';
import { nearEqualTexts } from './near-equal-texts.ts';
import { doubtfulWait } from './review-wait-rules.ts';

const day = 24 * 3600 * 1000;
const recentDays = 30;

type Review = NonNullable<Awaited<ReturnType<typeof reviewToJudge.one>>>;

/**
 * Judges a pending review and leaves one finding for each rule. Clean: approved, after the settable wait. Doubtful: left
 * to people, and approved by itself after the settable days if nobody decides. May run again: it does nothing twice.
 */
export async function judgeReview(deps: Dependencies, reviewId: string): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const review = await reviewToJudge.one(tx, { id: reviewId });
    if (review?.status !== 'pending') return;
    const findings = judge(await gather(tx, reviewId, review));
    for (const finding of findings) await insertFinding.run(tx, { reviewId, ...finding, now });
    const standing = await standingOf(tx, deps, review.listenerId);
    const isClean = findings.every((finding) => finding.passed);
    const wait = isClean ? deps.config.approvalWaitSeconds * 1000 : doubtfulWait(standing, deps.config);
    const due = new Date(review.createdAt.getTime() + wait);
    if (isClean && due <= now) {
      await approveReview(tx, { reviewId, decidedBy: null });
      await recomputeStanding(tx, deps, [review.listenerId]);
      await queueDecisionNotice(tx, reviewId, now);
    } else await setDue.run(tx, { id: reviewId, due });
  });
}

/** Everything the rules look at, as it stands around the moment of the submission. */
async function gather(tx: Transaction, id: string, review: Review): Promise<Submission> {
  const { listenerId, artistId, trackId, createdAt, durationMs, byteLength, bytesSent } = review;
  const since = new Date(createdAt.getTime() - recentDays * day);
  const dayAgo = new Date(createdAt.getTime() - day);
  const cluster = await clusterOf(tx, listenerId);
  const alike = await nearEqualTexts(tx, { reviewId: id, comment: review.comment, sentAt: createdAt });
  const times = await sendingTimes.all(tx, { listenerId, createdAt, id, most: burstLength });
  const before = await reviewsBefore.only(tx, { listenerId, artistId, createdAt, id, dayAgo, since });
  const network = await sharedNetworks.only(tx, { listenerId, artistId, trackId, createdAt });
  const authors = alike.map((text) => text.listenerId);
  await relateTexts(tx, listenerId, authors, createdAt);
  const marks = await sharedMarks.only(tx, { listenerId, artistId, trackId, since });
  return {
    comment: review.comment,
    provenSeconds: review.listeningTime,
    deliveredSeconds:
      bytesSent === null ? null : deliveredMilliseconds({ bytesSent, byteLength, durationMs }) / 1000,
    trackSeconds: durationMs / 1000,
    isOwnTrack: listenerId === artistId,
    standsInCluster: cluster !== undefined && cluster.decision !== 'dismissed',
    nearEqual: alike.map((text) => ({ ...text, isOwn: text.listenerId === listenerId })),
    sendingSeconds: times.map(({ seconds }) => seconds),
    meetings: before.ofArtist,
    reviewsOfDay: before.ofDay,
    sharesNetworkWithArtist: network.withArtist,
    reviewersOnNetwork: network.withReviewers,
    sharesMarkWithArtist: marks.withArtist,
    reviewersOfMark: marks.withReviewers,
    reviewersOfDevice: marks.withReviewersAtDevice,
  };
}
