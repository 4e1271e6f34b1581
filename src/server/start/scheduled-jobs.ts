import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sweepKeys } from '../adapters/database/answer-once.ts';
import { sweepLimits } from '../adapters/database/rate-limit.ts';
import { isLocalBilling } from '../adapters/payments/local-billing.ts';
import { scheduledBackup } from '../adapters/storage/backups.ts';
import type { Dependencies } from '../dependencies.ts';
import { eachCatching } from '../foundation/for-each.ts';
import type { Report } from '../foundation/operator-messages.ts';
import { mailRecoveryJob, mailRecoveryLink } from '../identity/change-password.ts';
import { sendDigests, sendDigestsJob } from '../identity/emails/digests.ts';
import { sendQueuedMail } from '../identity/emails/mail-delivery.ts';
import { sweepAvatars } from '../identity/own-profile.ts';
import { mailConfirmationJob, mailConfirmationLink } from '../identity/sign-up.ts';
import { renewStoredSecrets } from '../identity/stored-secrets.ts';
import { sweepAccounts } from '../identity/sweep-accounts.ts';
import {
  refreshComparisons,
  refreshComparisonsJob,
  refreshVerdict,
  refreshVerdictJob,
} from '../insight/verdict/refresh-verdict.ts';
import { auditBooks } from '../money/books/audit-books.ts';
import { askForDestination, askForDestinationJob } from '../money/payout-destinations/mail-destination.ts';
import {
  renewDestinationMarks,
  renewDestinationSecrets,
} from '../money/payout-destinations/renew-destination-secrets.ts';
import { askPayouts } from '../money/payout-transfers/ask-payouts.ts';
import { sendPayouts } from '../money/payout-transfers/send-payouts.ts';
import {
  readLateChanges,
  readTransferNotice,
  readTransferNoticeJob,
} from '../money/payout-transfers/take-transfer-notice.ts';
import { approveByRule, approveByRuleJob } from '../money/wallet/approve-by-rule.ts';
import { completePayouts, completePayoutsJob, sendPayoutsJob } from '../money/wallet/approve-payout.ts';
import { mailPayoutDecided, mailPayoutDecidedJob } from '../money/wallet/mail-payout-decided.ts';
import { composeOpenedLinks } from '../music/circle/private-links.ts';
import { composeNewTracks, notifyFollowers } from '../music/discovery/follow-artist.ts';
import type { AnalyseAudio } from '../music/tracks/audio/analyse-audio.ts';
import { analyseUpload } from '../music/tracks/audio/analyse-upload.ts';
import { endHolds, endHoldsJob } from '../music/tracks/audio/hold-recording.ts';
import { checkStoredAudio, checkStoredAudioJob } from '../music/tracks/audio/intact-audio.ts';
import { findSameRecordings, findSameRecordingsJob } from '../music/tracks/audio/same-recordings.ts';
import { sweepUploads, sweepUploadsJob } from '../music/tracks/audio/sweep-uploads.ts';
import { sweepCovers } from '../music/tracks/covers.ts';
import { trackUploadedJob } from '../music/tracks/create-track.ts';
import { settlePanels, settlePanelsJob } from '../music/tracks/panels.ts';
import { settleSuspended, settleSuspendedJob } from '../operation/admin/suspend-users.ts';
import { keepDates, keepDatesJob, mailMissedDate, mailMissedDateJob } from '../plans/balance/keep-dates.ts';
import { openLots, openLotsJob } from '../plans/balance/open-lots.ts';
import { checkPrices, checkPricesJob } from '../plans/subscriptions/prices.ts';
import { recheckSubscriptions } from '../plans/subscriptions/recheck-subscriptions.ts';
import { askForRefunds } from '../plans/subscriptions/refund-plan.ts';
import { refundPlanJob } from '../plans/subscriptions/refund-rules.ts';
import { readPaymentAgain, syncChargeJob } from '../plans/subscriptions/sync-payment.ts';
import { readSubscriptionAgain, syncSubscriptionJob } from '../plans/subscriptions/sync-subscription.ts';
import { pushWaitingTrack, pushWaitingTrackJob } from '../reviewing/listening/push-waiting-track.ts';
import { preparePlayEventPartitions } from '../reviewing/listening/record-play-event.ts';
import { tellListeners, tellListenersJob } from '../reviewing/listening/tell-listeners.ts';
import { decisionNoticeJob, mailDecisionNotice } from '../reviewing/reviews/after-decision.ts';
import { approveDueReviews, openPlacesAfterAppeals } from '../reviewing/reviews/approve-due-reviews.ts';
import { composeApproved, composeReceived } from '../reviewing/reviews/compose-digests.ts';
import { chooseSpotChecks, chooseSpotChecksJob } from '../reviewing/reviews/decide-readings.ts';
import { judgeReview } from '../reviewing/reviews/judge-review.ts';
import { sweepReviewTexts } from '../reviewing/reviews/near-equal-texts.ts';
import { sweepRewards } from '../reviewing/reviews/rewards-today.ts';
import { findClusters, findClustersJob } from '../trust/linked-accounts/find-clusters.ts';
import { sweepEvidence } from '../trust/linked-accounts/record-evidence.ts';
import { recomputeStandings, recomputeStandingsJob } from '../trust/standing/recompute-standing.ts';

const AddressPayload = z.object({ emailNormalized: z.string() });
const ReviewPayload = z.object({ reviewId: z.uuid() });
const SuspendedPayload = z.object({ userId: z.uuid(), actorId: z.uuid(), reason: z.string() });
const SubscriptionPayload = z.object({ subscriptionId: z.string(), notice: z.string().optional() });
const ChargePayload = z.object({ chargeId: z.string(), notice: z.string().optional() });
const NoticePayload = z.object({ accountId: z.string(), transferId: z.string(), bankPaymentId: z.string() });
const PushPayload = z.object({ listenerId: z.uuid(), sessionId: z.uuid(), toldAt: z.coerce.date() });
const NewTrackPayload = z.object({ trackId: z.uuid(), after: z.uuid().optional() });

const reportOf =
  ({ logger }: JobHelpers): Report =>
  (line) =>
    logger.warn(line);
const withNotice = ({ notice }: { notice?: string | undefined }) => (notice === undefined ? {} : { notice });

/** Runs the parts of a job; one that fails does not block the next. */
const inTurn = (parts: readonly (() => Promise<unknown>)[]): Promise<void> =>
  eachCatching(parts, (part) => part(), 'A part of the job failed.');

function backUpTask(deps: Dependencies): Task {
  const backUp = scheduledBackup(deps);
  return (_, helpers) => backUp(reportOf(helpers));
}

/** Every job by name, with its payload. */
export const jobTasks = (deps: Dependencies, analyse?: AnalyseAudio): TaskList => ({
  'send-mail': (payload, { logger }) =>
    sendQueuedMail(deps, z.object({ mailId: z.uuid() }).parse(payload).mailId, logger),
  [mailRecoveryJob]: (payload) => mailRecoveryLink(deps, AddressPayload.parse(payload).emailNormalized),
  [mailConfirmationJob]: (payload) =>
    mailConfirmationLink(deps, AddressPayload.parse(payload).emailNormalized),
  'analyse-audio': (payload) =>
    analyseUpload(deps, z.object({ audioFileId: z.uuid() }).parse(payload), analyse),
  [trackUploadedJob]: (payload) => notifyFollowers(deps, NewTrackPayload.parse(payload)),
  [findSameRecordingsJob]: (payload) =>
    findSameRecordings(deps, z.object({ trackId: z.uuid() }).parse(payload)),
  'judge-review': (payload) => judgeReview(deps, ReviewPayload.parse(payload).reviewId),
  [settleSuspendedJob]: (payload) => settleSuspended(deps, SuspendedPayload.parse(payload)),
  [findClustersJob]: () => findClusters(deps),
  'approve-due-reviews': () => inTurn([() => approveDueReviews(deps), () => openPlacesAfterAppeals(deps)]),
  [chooseSpotChecksJob]: () => chooseSpotChecks(deps),
  [mailPayoutDecidedJob]: (payload) =>
    mailPayoutDecided(deps, z.object({ payoutId: z.uuid() }).parse(payload).payoutId),
  [askForDestinationJob]: (payload) =>
    askForDestination(deps, z.object({ userId: z.uuid() }).parse(payload).userId),
  [approveByRuleJob]: () => approveByRule(deps),
  [completePayoutsJob]: () => completePayouts(deps),
  [sendPayoutsJob]: () => sendPayouts(deps),
  'ask-payouts': () => inTurn([() => askPayouts(deps), () => readLateChanges(deps)]),
  [readTransferNoticeJob]: (payload) => readTransferNotice(deps, NoticePayload.parse(payload)),
  [decisionNoticeJob]: (payload) => mailDecisionNotice(deps, ReviewPayload.parse(payload).reviewId),
  [syncSubscriptionJob]: (payload, helpers) => {
    const { subscriptionId, ...notice } = SubscriptionPayload.parse(payload);
    return readSubscriptionAgain(deps, subscriptionId, { ...withNotice(notice), report: reportOf(helpers) });
  },
  [syncChargeJob]: (payload, helpers) => {
    const { chargeId, ...notice } = ChargePayload.parse(payload);
    return readPaymentAgain(deps, chargeId, { ...withNotice(notice), report: reportOf(helpers) });
  },
  [refundPlanJob]: (payload, helpers) =>
    askForRefunds(deps, z.object({ userId: z.uuid() }).parse(payload).userId, reportOf(helpers)),
  'recheck-subscriptions': (_, helpers) => recheckSubscriptions(deps, reportOf(helpers)),
  [checkPricesJob]: (_, helpers) => checkPrices(deps, reportOf(helpers)),
  'renew-test-subscriptions': async () => {
    if (isLocalBilling(deps.billing)) await deps.billing.renewDue();
  },
  [sweepUploadsJob]: () =>
    inTurn([() => sweepUploads(deps), () => sweepAvatars(deps), () => sweepCovers(deps)]),
  [checkStoredAudioJob]: async () => {
    await checkStoredAudio(deps);
  },
  'sweep-requests': () =>
    inTurn([
      () => sweepKeys(deps.database, deps.clock.now()),
      () => sweepLimits(deps.database, deps.clock.now()),
      () => sweepAccounts(deps),
      () => sweepEvidence(deps),
      () => sweepReviewTexts(deps),
      () => sweepRewards(deps),
    ]),
  'renew-stored-secrets': () =>
    inTurn([
      () => renewStoredSecrets(deps),
      () => renewDestinationSecrets(deps),
      () => renewDestinationMarks(deps),
    ]),
  [recomputeStandingsJob]: () => recomputeStandings(deps),
  'audit-books': async () => {
    await auditBooks(deps);
  },
  [refreshVerdictJob]: (payload) =>
    refreshVerdict(deps, z.object({ trackId: z.uuid() }).parse(payload).trackId),
  [refreshComparisonsJob]: () => refreshComparisons(deps),
  [settlePanelsJob]: () => settlePanels(deps),
  [openLotsJob]: () => openLots(deps),
  [endHoldsJob]: () => endHolds(deps),
  [keepDatesJob]: () => keepDates(deps),
  [mailMissedDateJob]: (payload) =>
    mailMissedDate(deps, z.object({ assignmentId: z.uuid() }).parse(payload).assignmentId),
  [tellListenersJob]: () => tellListeners(deps),
  [sendDigestsJob]: () =>
    sendDigests(deps, {
      review_received: composeReceived,
      review_decided: composeApproved,
      new_track: composeNewTracks,
      link_opened: composeOpenedLinks,
    }),
  [pushWaitingTrackJob]: (payload) => pushWaitingTrack(deps, PushPayload.parse(payload)),
  'back-up': backUpTask(deps),
  'prepare-partitions': () => preparePlayEventPartitions(deps),
});
