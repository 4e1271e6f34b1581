import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import type { Transaction } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { missingSeconds } from '../../music/tracks/version-rules.ts';
import { isInCluster } from '../../trust/linked-accounts/linked-accounts.ts';
import { recordTypingHabit, relateTexts } from '../../trust/linked-accounts/record-evidence.ts';
import { typingHabitAt } from '../../trust/linked-accounts/typing-of.ts';
import { howBrought } from '../../trust/linked-accounts/typing-rules.ts';
import { type Bounds, boundsOf } from '../../trust/standing/standing-of.ts';
import { type DeliveredAudio, deliveredMilliseconds } from '../listening/listening-rules.ts';
import { approveAutomatically } from './after-decision.ts';
import { burstLength, comparedReviews, judge, type Submission } from './approval-rules.ts';
import {
  approvedTypings,
  earlierComments,
  earlierReviews,
  keepFindings,
  reviewToJudge,
  sendingTimes,
  setWait,
  sharedMarks,
  sharedNetworks,
} from './judging-store.ts';
import { nearEqualTexts, sentencesFound } from './near-equal-texts.ts';
import { nextBudget, waitOf } from './review-wait-rules.ts';
import { isBudgetSpent } from './rewards-today.ts';

const recentDays = 30;

type Review = NonNullable<Awaited<ReturnType<typeof reviewToJudge.one>>>;

/**
 * Runs every approval rule on a pending review and stores one finding for each. A clean review is approved when its wait is over
 * and the daily budget allows it. A doubtful one waits for an admin and is approved automatically after the configured days. Safe
 * to run again: it uses the current state and never pays twice.
 */
export async function judgeReview(deps: Dependencies, reviewId: string): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction(async (tx) => {
    const review = await reviewToJudge.one(tx, { id: reviewId });
    if (!review || (review.status !== 'pending' && !review.isMendedAppeal)) return;
    const bounds = await boundsOf(tx, deps, review.listenerId);
    const submission = await gather(tx, reviewId, review, bounds);
    const findings = judge(submission);
    const { typing, isTypingCleared } = submission;
    if (typing.brought && typing.isHabit && !isTypingCleared)
      await recordTypingHabit(tx, deps, review.listenerId, typing.brought);
    await keepFindings.run(tx, {
      reviewId,
      rules: findings.map(({ rule }) => rule),
      versions: findings.map(({ version }) => version),
      details: findings.map(({ detail }) => detail),
      failed: findings.filter(({ passed }) => !passed).map(({ rule }) => rule),
      now,
    });
    // An admin decides every appeal, whatever the rules find in its new text.
    if (review.isMendedAppeal) return;
    const wait = waitOf(
      {
        createdAt: review.createdAt,
        isClean: findings.every((finding) => finding.passed),
        standing: bounds.standing,
        isFirst: bounds.hasBounds && (await isFirst(deps, tx, reviewId, review)),
      },
      deps.config,
    );
    if (wait.due > now || wait.waitsFor === 'person')
      return void (await setWait.run(tx, { id: reviewId, ...wait }));
    if (await isBudgetSpent(tx, deps, review)) {
      return void (await setWait.run(tx, { id: reviewId, waitsFor: 'budget', due: nextBudget(now) }));
    }
    await approveAutomatically(tx, deps, { id: reviewId, listenerId: review.listenerId });
  });
}

async function isFirst(
  { config }: Dependencies,
  tx: Transaction,
  id: string,
  review: Review,
): Promise<boolean> {
  const { listenerId, createdAt } = review;
  const most = config.standingBounds.firstReviews;
  return (await earlierReviews.only(tx, { id, listenerId, createdAt, most })).count < most;
}

/** A comparison needs the audio of both versions, unless the earlier one was deleted before the choice. */
function deliveredOf(review: Review): Pick<Submission, 'deliveredSeconds' | 'comparedSeconds'> {
  const { bytesSent, byteLength, durationMs, formerBytesSent, formerByteLength, formerDurationMs } = review;
  if (bytesSent === null) return { deliveredSeconds: null, comparedSeconds: null };
  const ofNew = { seconds: deliveredSeconds({ bytesSent, byteLength, durationMs }), durationMs };
  if (formerBytesSent === null || formerByteLength === null || formerDurationMs === null) {
    return { deliveredSeconds: ofNew.seconds, comparedSeconds: null };
  }
  const former = { bytesSent: formerBytesSent, byteLength: formerByteLength, durationMs: formerDurationMs };
  const ofFormer = { seconds: deliveredSeconds(former), durationMs: formerDurationMs };
  return {
    deliveredSeconds: ofNew.seconds + ofFormer.seconds,
    comparedSeconds: {
      missing: missingSeconds(ofNew) + (review.hasChosen ? missingSeconds(ofFormer) : 0),
      inAll: (durationMs + formerDurationMs) / 1000,
    },
  };
}

/** The appeal form does not count typing. */
const writtenInAppeal = { brought: undefined, broughtInAll: 0, isHabit: false } as const;

const deliveredSeconds = (audio: DeliveredAudio): number => deliveredMilliseconds(audio) / 1000;

/** Loads everything that the rules look at, as of the submission. */
async function gather(
  tx: Transaction,
  id: string,
  review: Review,
  { standing, hasBounds }: Bounds,
): Promise<Submission> {
  const { listenerId, artistId, trackId, createdAt, textAt, durationMs } = review;
  const since = new Date(createdAt.getTime() - recentDays * dayMilliseconds);
  const sent = { reviewId: id, comment: review.comment, sentAt: textAt };
  const alike = await nearEqualTexts(tx, sent);
  const earlier = await earlierComments.all(tx, { listenerId, createdAt, id, most: comparedReviews - 1 });
  const times = await sendingTimes.all(tx, { listenerId, createdAt, id, most: burstLength });
  const network = await sharedNetworks.only(tx, { listenerId, artistId, trackId, createdAt });
  const authors = alike.map((text) => text.listenerId);
  await relateTexts(tx, { reviewId: id, listenerId, textAt }, authors);
  const marks = await sharedMarks.only(tx, { listenerId, artistId, trackId, since });
  const typing = review.isMendedAppeal
    ? writtenInAppeal
    : await typingHabitAt(tx, { reviewId: id, listenerId, sentAt: createdAt });
  const approved = await approvedTypings.all(tx, { listenerId, id });
  return {
    comment: review.comment,
    earlierComments: earlier.map(({ comment }) => comment),
    provenSeconds: review.listeningTime,
    ...deliveredOf(review),
    trackSeconds: durationMs / 1000,
    isOwnTrack: listenerId === artistId,
    standsInCluster: await isInCluster(tx, listenerId),
    nearEqual: alike.map((text) => ({ ...text, isOwn: text.listenerId === listenerId })),
    knownSentences: await sentencesFound(tx, listenerId, sent),
    sendingSeconds: times.map(({ seconds }) => seconds),
    isChosenByNew: review.isWished && hasBounds && standing === 'new',
    typing,
    isTypingCleared: approved.some((counts) => howBrought(counts) === typing.brought),
    sharesNetworkWithArtist: network.withArtist,
    reviewersOnNetwork: network.withReviewers,
    sharesMarkWithArtist: marks.withArtist,
    reviewersOfMark: marks.withReviewers,
    reviewersOfDevice: marks.withReviewersAtDevice,
  };
}
