import { answerOnce } from '../../adapters/database/answer-once.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Handlers } from '../../foundation/handlers.ts';
import { allowEmails } from '../../identity/emails/mail-delivery.ts';
import { liftStop } from '../../money/payout-destinations/stop-payouts.ts';
import { decidePayout } from '../../money/wallet/decide-payout.ts';
import { approvePayouts, rejectPayouts, undoPayoutApprovals } from '../../money/wallet/decide-payouts.ts';
import { decideWithheld, withholdPayout } from '../../money/wallet/withhold-payout.ts';
import { addUploadCredits, grantTrial } from '../../plans/subscriptions/grant-for-tests.ts';
import { refundPack, refundPlan } from '../../plans/subscriptions/refund-plan.ts';
import { letListenersIn, readWaitingList, setWaitingList } from '../../reviewing/listening/waiting-list.ts';
import { decideReadings } from '../../reviewing/reviews/decide-readings.ts';
import {
  decideAppeal,
  decideReview,
  decideReviews,
  undoDecisions,
} from '../../reviewing/reviews/decide-review.ts';
import { listClusters, readCluster } from '../../trust/linked-accounts/clusters-for-admin.ts';
import { demoPassword, verifyDemoPassword } from './demo-password.ts';
import { listActivity } from './list-activity.ts';
import { listPendingPayouts } from './list-pending-payouts.ts';
import { listReadings } from './list-readings.ts';
import { listReviewsToDecide } from './list-reviews-to-decide.ts';
import { listPacks, listReversals, listSubscriptions, readBilling } from './read-billing.ts';
import { readFounderFigures, readPlatformStats } from './read-figures.ts';
import { listWithheldPayouts, readPayout } from './read-payout.ts';
import { listUsers, readUser } from './read-users.ts';
import { decideSameRecording, listSameRecordings } from './same-recordings.ts';
import { decideCluster, suspendUser } from './suspend-users.ts';
import { readSystem, runJobAgain } from './system.ts';
import { createTestListener, readTestKit } from './test-kit.ts';

export const adminRoutes = (deps: Dependencies): Handlers<'admin'> => ({
  readPlatformStats: () => readPlatformStats(deps),
  listPendingPayouts: ({ caller, query }) => listPendingPayouts(deps, caller.userId, query),
  decidePayout: ({ caller, params, body, idempotencyKey: key }) => {
    const reason = body.status === 'rejected' ? body.reason : null;
    const decision = { payoutId: params.payoutId, decidedBy: caller.userId, status: body.status, reason };
    const now = deps.clock.now();
    const act = { userId: caller.userId, call: 'decidePayout', key, request: decision, now };
    return deps.database.transaction((tx) => answerOnce(tx, act, () => decidePayout(tx, decision, now)));
  },
  approvePayouts: ({ caller, body }) => approvePayouts(deps, caller.userId, body.payoutIds),
  rejectPayouts: ({ caller, body }) => rejectPayouts(deps, caller.userId, body),
  undoPayoutApprovals: ({ caller, body }) => undoPayoutApprovals(deps, caller.userId, body.payoutIds),
  liftPayoutStop: async ({ caller, params, body }) => {
    await liftStop(deps, caller.userId, { ...params, ...body });
    return {};
  },
  listReviewsToDecide: ({ caller, query }) => listReviewsToDecide(deps, caller.userId, query),
  decideReview: ({ caller, params, body }) => decideReview(deps, caller.userId, params.reviewId, body),
  decideReviews: ({ caller, body }) => decideReviews(deps, caller.userId, body.reviewIds, body.decision),
  undoReviewDecisions: ({ caller, body }) => undoDecisions(deps, caller.userId, body.reviewIds),
  decideAppeal: ({ caller, params, body }) => decideAppeal(deps, caller.userId, params.reviewId, body),
  listReadings: ({ caller }) => listReadings(deps, caller.userId),
  decideReadings: ({ caller, body }) => decideReadings(deps, caller.userId, body),
  readPayout: ({ caller, params }) => readPayout(deps, caller.userId, params.payoutId),
  withholdPayout: async ({ caller, params, body }) => {
    await withholdPayout(deps, caller.userId, { ...params, ...body });
    return {};
  },
  listWithheldPayouts: ({ caller }) => listWithheldPayouts(deps, caller.userId),
  decideWithheld: async ({ caller, params, body }) => {
    await decideWithheld(deps, caller.userId, { ...params, ...body });
    return {};
  },
  listUsers: ({ query }) => listUsers(deps, query),
  readUser: ({ caller, params }) => readUser(deps, params.userId, caller.userId),
  setSuspension: ({ caller, params, body }) => suspendUser(deps, caller.userId, { ...params, ...body }),
  readWaitingList: () => readWaitingList(deps),
  setWaitingList: ({ caller, body }) => setWaitingList(deps, caller.userId, body.listenersWait),
  letListenersIn: ({ caller, body, idempotencyKey, onRepeat }) =>
    letListenersIn(deps, caller.userId, body.count, { key: idempotencyKey, onRepeat }),
  listClusters: ({ query }) => listClusters(deps.database, query),
  readCluster: ({ caller, params }) => readCluster(deps.database, caller.userId, params.clusterId),
  decideCluster: ({ caller, params, body }) => decideCluster(deps, caller.userId, { ...params, ...body }),
  listSameRecordings: ({ caller, query }) => listSameRecordings(deps, caller.userId, query),
  decideSameRecording: ({ caller, params, body }) =>
    decideSameRecording(deps, caller.userId, { ...params, ...body }),
  listActivity: ({ query }) => listActivity(deps, query),
  readBilling: () => readBilling(deps),
  listSubscriptions: ({ query }) => listSubscriptions(deps, query),
  refundPlan: ({ caller, params }) => refundPlan(deps, caller.userId, params.userId),
  listPacks: ({ query }) => listPacks(deps, query),
  refundPack: ({ caller, params }) => refundPack(deps, caller.userId, params.packId),
  listReversals: ({ query }) => listReversals(deps, query),
  readFounderFigures: ({ query }) => readFounderFigures(deps, query.samples === 'with'),
  readSystem: () => readSystem(deps),
  allowEmails: async ({ caller, params }) => {
    await allowEmails(deps, caller.userId, params.userId);
    return {};
  },
  runJobAgain: async ({ caller, params }) => {
    await runJobAgain(deps, caller.userId, Number(params.jobId));
    return {};
  },
});

export const demoRoutes = (deps: Dependencies): Handlers<'demo'> => ({
  verifyDemoPassword: ({ body, client }) => verifyDemoPassword(deps, body.password, client.address),
  readDemoPassword: async () => demoPassword(deps),
});

export const testKitRoutes = (deps: Dependencies): Handlers<'testKit'> => ({
  readTestKit: ({ caller }) => readTestKit(deps, caller.userId),
  grantTrial: ({ caller }) => grantTrial(deps, caller.userId),
  addUploadCredits: ({ caller }) => addUploadCredits(deps, caller.userId),
  createTestListener: ({ caller }) => createTestListener(deps, caller.userId),
});
