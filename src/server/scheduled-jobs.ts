import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import { z } from 'zod';
import { sendQueuedMail } from './accounts/emails/send-queued-mail.ts';
import { mailRecoveryJob, mailRecoveryLink } from './accounts/passwords/recover-password.ts';
import { sweepAvatars } from './accounts/profile/sweep-avatars.ts';
import { renewStoredSecrets } from './accounts/renew-stored-secrets.ts';
import { mailConfirmationJob, mailConfirmationLink } from './accounts/sign-up/resend-confirmation.ts';
import { sweepAccounts } from './accounts/sweep-accounts.ts';
import { scheduledBackup } from './adapters/backups/scheduled-backup.ts';
import { isLocalBilling } from './adapters/billing/local-billing.ts';
import { sweepKeys } from './adapters/idempotency/answer-once.ts';
import { sweepLimits } from './adapters/limits/rate-limit.ts';
import { settleSuspended, settleSuspendedJob } from './admin/settle-suspended.ts';
import { auditBooks } from './books/audit-books.ts';
import type { Dependencies } from './dependencies.ts';
import { notifyFollowers } from './discovery/notify-followers.ts';
import { eachCatching } from './each-catching.ts';
import { preparePlayEventPartitions } from './listening/prepare-partitions.ts';
import { tellListeners, tellListenersJob } from './listening/tell-listeners.ts';
import { askForDestination, askForDestinationJob } from './payees/mail-destination.ts';
import { renewPayeeMarks, renewPayeeSecrets } from './payees/renew-payee-secrets.ts';
import { findClusters, findClustersJob } from './relations/find-clusters.ts';
import { sweepEvidence } from './relations/sweep-evidence.ts';
import { approveDueReviews } from './reviews/approve-due-reviews.ts';
import { decisionNoticeJob, mailDecisionNotice } from './reviews/decision-notice.ts';
import { indexReviewTexts, indexReviewTextsJob, sweepReviewTexts } from './reviews/index-review-texts.ts';
import { judgeReview } from './reviews/judge-review.ts';
import { mailReviewReceived, mailReviewReceivedJob } from './reviews/mail-review-received.ts';
import { openHeldPlaces, openHeldPlacesJob } from './reviews/open-held-places.ts';
import { sweepRewards } from './reviews/rewards-today.ts';
import { recomputeStandings, recomputeStandingsJob } from './standing/recompute-standings.ts';
import { checkPrices, checkPricesJob } from './subscriptions/check-prices.ts';
import { recheckSubscriptions } from './subscriptions/recheck-subscriptions.ts';
import { askForRefunds } from './subscriptions/refund-plan.ts';
import { refundPlanJob } from './subscriptions/refund-rules.ts';
import type { Report } from './subscriptions/report.ts';
import {
  readChargeAgain,
  readSubscriptionAgain,
  syncChargeJob,
  syncSubscriptionJob,
} from './subscriptions/sync-subscription.ts';
import { analyseUpload } from './tracks/analyse-upload.ts';
import type { AnalyseAudio } from './tracks/audio/analyse-audio.ts';
import { beginWaitingTracks, beginWaitingTracksJob } from './tracks/begin-waiting-tracks.ts';
import { checkStoredAudio, checkStoredAudioJob } from './tracks/check-stored-audio.ts';
import { trackUploadedJob } from './tracks/create-track.ts';
import { findSameRecordings } from './tracks/find-same-recordings.ts';
import { findSameRecordingsJob } from './tracks/keep-print.ts';
import { keepPromises, keepPromisesJob } from './tracks/keep-promises.ts';
import { mailMissedPromise, mailMissedPromiseJob } from './tracks/mail-missed-promise.ts';
import { printOldRecordings, printOldRecordingsJob } from './tracks/print-old-recordings.ts';
import { sweepCovers } from './tracks/sweep-covers.ts';
import { sweepUploads, sweepUploadsJob } from './tracks/sweep-uploads.ts';
import { askPayouts } from './transfers/ask-payouts.ts';
import { sendPayouts } from './transfers/send-payouts.ts';
import {
  readLateChanges,
  readTransferNotice,
  readTransferNoticeJob,
} from './transfers/take-transfer-notice.ts';
import { refreshComparisons, refreshComparisonsJob } from './verdict/refresh-comparisons.ts';
import { refreshVerdict, refreshVerdictJob } from './verdict/refresh-verdict.ts';
import { settlePanels, settlePanelsJob } from './versions/settle-panels.ts';
import { approveByRule, approveByRuleJob } from './wallet/approve-by-rule.ts';
import { completePayouts, completePayoutsJob, sendPayoutsJob } from './wallet/complete-payouts.ts';
import { mailPayoutDecided, mailPayoutDecidedJob } from './wallet/mail-payout-decided.ts';

const AddressPayload = z.object({ emailNormalized: z.string() });
const ReviewPayload = z.object({ reviewId: z.uuid() });
const SuspendedPayload = z.object({ userId: z.uuid(), actorId: z.uuid(), reason: z.string() });
const SubscriptionPayload = z.object({ subscriptionId: z.string(), notice: z.string().optional() });
const ChargePayload = z.object({ chargeId: z.string(), notice: z.string().optional() });
const NoticePayload = z.object({ accountId: z.string(), transferId: z.string(), bankPaymentId: z.string() });
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
  [printOldRecordingsJob]: async (_, helpers) => {
    await printOldRecordings(deps, reportOf(helpers));
  },
  'judge-review': (payload) => judgeReview(deps, ReviewPayload.parse(payload).reviewId),
  [settleSuspendedJob]: (payload) => settleSuspended(deps, SuspendedPayload.parse(payload)),
  [findClustersJob]: () => findClusters(deps),
  [indexReviewTextsJob]: () => indexReviewTexts(deps),
  'approve-due-reviews': () => approveDueReviews(deps),
  [mailReviewReceivedJob]: (payload) => mailReviewReceived(deps, ReviewPayload.parse(payload).reviewId),
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
    const { subscriptionId, ...of } = SubscriptionPayload.parse(payload);
    return readSubscriptionAgain(deps, subscriptionId, { ...withNotice(of), report: reportOf(helpers) });
  },
  [syncChargeJob]: (payload, helpers) => {
    const { chargeId, ...of } = ChargePayload.parse(payload);
    return readChargeAgain(deps, chargeId, { ...withNotice(of), report: reportOf(helpers) });
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
    inTurn([() => renewStoredSecrets(deps), () => renewPayeeSecrets(deps), () => renewPayeeMarks(deps)]),
  [recomputeStandingsJob]: () => recomputeStandings(deps),
  'audit-books': async () => {
    await auditBooks(deps);
  },
  [refreshVerdictJob]: (payload) =>
    refreshVerdict(deps, z.object({ trackId: z.uuid() }).parse(payload).trackId),
  [refreshComparisonsJob]: () => refreshComparisons(deps),
  [settlePanelsJob]: () => settlePanels(deps),
  [beginWaitingTracksJob]: () => beginWaitingTracks(deps),
  [keepPromisesJob]: () => keepPromises(deps),
  [mailMissedPromiseJob]: (payload) =>
    mailMissedPromise(deps, z.object({ trackId: z.uuid() }).parse(payload).trackId),
  [tellListenersJob]: () => tellListeners(deps),
  [openHeldPlacesJob]: () => openHeldPlaces(deps),
  'back-up': backUpTask(deps),
  'prepare-partitions': () => preparePlayEventPartitions(deps),
});
