import * as accounts from './accounts.ts';
import { listActivity } from './activity.ts';
import * as admin from './admin.ts';
import * as adminBilling from './admin-billing.ts';
import * as adminClusters from './admin-clusters.ts';
import * as adminRecordings from './admin-recordings.ts';
import * as adminReviews from './admin-reviews.ts';
import * as adminSystem from './admin-system.ts';
import * as adminUsers from './admin-users.ts';
import { readAnalytics } from './analytics.ts';
import * as books from './books.ts';
import * as demo from './demo.ts';
import * as discovery from './discovery.ts';
import * as emptyQueue from './empty-queue.ts';
import * as environment from './environment.ts';
import { readFounderFigures } from './founder.ts';
import * as listening from './listening.ts';
import * as notices from './notices.ts';
import * as ownData from './own-data.ts';
import * as payees from './payees.ts';
import * as payoutCosts from './payout-costs.ts';
import * as payoutExports from './payout-exports.ts';
import * as questions from './questions.ts';
import * as reports from './reports.ts';
import { keepDraft, readDraft } from './review-drafts.ts';
import { markReview } from './review-marks.ts';
import * as reviews from './reviews.ts';
import * as secondFactor from './second-factor.ts';
import * as settings from './settings.ts';
import { readStanding } from './standing.ts';
import * as subscriptions from './subscriptions.ts';
import * as takedowns from './takedowns.ts';
import * as testKit from './test-kit.ts';
import * as tracks from './tracks.ts';
import * as verdict from './verdict.ts';
import { readNewVersionOffer } from './versions.ts';
import * as waitingList from './waiting-list.ts';
import * as wallet from './wallet.ts';
import { readYearStatement } from './year-statement.ts';

/** Every call of the API, by concept and name. */
export const api = {
  accounts: {
    signUp: accounts.signUp,
    resendConfirmation: accounts.resendConfirmation,
    confirmEmail: accounts.confirmEmail,
    recoverPassword: accounts.recoverPassword,
    resetPassword: accounts.resetPassword,
    signIn: accounts.signIn,
    verifySecondFactor: secondFactor.verifySecondFactor,
    refreshSession: accounts.refreshSession,
    signOut: accounts.signOut,
    listSessions: accounts.listSessions,
    endSession: accounts.endSession,
    changePassword: accounts.changePassword,
    changeEmail: accounts.changeEmail,
    readSecondFactor: secondFactor.readSecondFactor,
    beginSecondFactor: secondFactor.beginSecondFactor,
    finishSecondFactor: secondFactor.finishSecondFactor,
    removeSecondFactor: secondFactor.removeSecondFactor,
    readKeySet: accounts.readKeySet,
    readProfile: accounts.readProfile,
    updateProfile: accounts.updateProfile,
    removeAvatar: accounts.removeAvatar,
    listNotices: notices.listNotices,
    countUnreadNotices: notices.countUnreadNotices,
    markNoticesRead: notices.markNoticesRead,
    readSettings: settings.readSettings,
    updateSettings: settings.updateSettings,
  },
  standing: { readStanding },
  payees: {
    readPayee: payees.readPayee,
    listDestinationOffers: payees.listDestinationOffers,
    addPayee: payees.addPayee,
    readPayeeAccount: payees.readPayeeAccount,
    openPayeeOnboarding: payees.openPayeeOnboarding,
    confirmPayee: payees.confirmPayee,
    stopPayouts: payees.stopPayouts,
  },
  wallet: {
    readWallet: wallet.readWallet,
    listPayoutRequests: wallet.listPayoutRequests,
    listMovements: wallet.listMovements,
    requestPayout: wallet.requestPayout,
    cancelPayout: wallet.cancelPayout,
    readYearStatement,
  },
  subscriptions: {
    getUploadEligibility: subscriptions.getUploadEligibility,
    checkSubscription: subscriptions.checkSubscription,
    createCheckout: subscriptions.createCheckout,
    customerPortal: subscriptions.customerPortal,
  },
  questions: { readQuestions: questions.readQuestions, saveQuestions: questions.saveQuestions },
  versions: { readNewVersionOffer },
  tracks: {
    readUpload: tracks.readUpload,
    cancelUpload: tracks.cancelUpload,
    findSimilar: tracks.findSimilar,
    createTrack: tracks.createTrack,
    listOwnTracks: tracks.listOwnTracks,
    readOwnTrack: tracks.readOwnTrack,
    editTrack: tracks.editTrack,
    deleteTrack: tracks.deleteTrack,
    removeCover: tracks.removeCover,
    createPlaybackLink: tracks.createPlaybackLink,
  },
  listening: {
    nextTrack: listening.nextTrack,
    comingTrack: listening.comingTrack,
    askToBeTold: emptyQueue.askToBeTold,
    answerUnpaid: emptyQueue.answerUnpaid,
    listUnpaidAnswers: emptyQueue.listUnpaidAnswers,
    skipTrack: listening.skipTrack,
    chooseVersion: listening.chooseVersion,
    recordPlayEvent: listening.recordPlayEvent,
    markMoment: listening.markMoment,
    unmarkMoment: listening.unmarkMoment,
    listTrackListeners: listening.listTrackListeners,
  },
  reviews: {
    submitReview: reviews.submitReview,
    listOwnReviews: reviews.listOwnReviews,
    listReviewedTracks: reviews.listReviewedTracks,
    appealReview: reviews.appealReview,
    readReviewStats: reviews.readReviewStats,
    readSitting: reviews.readSitting,
    listTrackReviews: reviews.listTrackReviews,
    readAnalytics,
    readDraft,
    keepDraft,
    markReview,
  },
  verdict: {
    readVerdict: verdict.readVerdict,
    readVersionResult: verdict.readVersionResult,
    shareVerdict: verdict.shareVerdict,
    listVerdicts: verdict.listVerdicts,
  },
  reports: {
    report: reports.report,
    reportCopyright: reports.reportCopyright,
    answerTakedown: takedowns.answerTakedown,
    listReports: reports.listReports,
    dismissReports: reports.dismissReports,
    listTakedowns: takedowns.listTakedowns,
    takeDown: takedowns.takeDown,
    restore: takedowns.restore,
    upholdTakedown: takedowns.upholdTakedown,
  },
  discovery: {
    getAllPublicTracks: discovery.getAllPublicTracks,
    readDiscovery: discovery.readDiscovery,
    searchTracks: discovery.searchTracks,
    getPublicArtistProfile: discovery.getPublicArtistProfile,
    getPublicArtistTracks: discovery.getPublicArtistTracks,
    readFollow: discovery.readFollow,
    followArtist: discovery.followArtist,
    unfollowArtist: discovery.unfollowArtist,
  },
  ownData: {
    createExport: ownData.createExport,
    readDeletion: ownData.readDeletion,
    deleteAccount: ownData.deleteAccount,
  },
  books: {
    readBooks: books.readBooks,
    runAudit: books.runAudit,
    liftHalt: books.liftHalt,
    listEntries: books.listEntries,
    findListener: books.findListener,
    correctBalance: books.correctBalance,
    decideCorrection: books.decideCorrection,
    reverseReview: books.reverseReview,
    returnPayout: books.returnPayout,
    listPayoutExports: payoutExports.listPayoutExports,
    exportPayouts: payoutExports.exportPayouts,
    handOverPayouts: payoutExports.handOverPayouts,
    listOpenTransfers: payoutExports.listOpenTransfers,
    listExportLines: payoutExports.listExportLines,
    confirmPayout: payoutExports.confirmPayout,
    listPayoutCosts: payoutCosts.listPayoutCosts,
    bookPayoutCost: payoutCosts.bookPayoutCost,
  },
  admin: {
    readPlatformStats: admin.readPlatformStats,
    listPendingPayouts: admin.listPendingPayouts,
    decidePayout: admin.decidePayout,
    approvePayouts: admin.approvePayouts,
    undoPayoutApprovals: admin.undoPayoutApprovals,
    liftPayoutStop: admin.liftPayoutStop,
    listReviewsToDecide: adminReviews.listReviewsToDecide,
    decideReview: adminReviews.decideReview,
    decideReviews: adminReviews.decideReviews,
    undoReviewDecisions: adminReviews.undoReviewDecisions,
    decideAppeal: adminReviews.decideAppeal,
    listUsers: adminUsers.listUsers,
    readUser: adminUsers.readUser,
    listClusters: adminClusters.listClusters,
    readCluster: adminClusters.readCluster,
    decideCluster: adminClusters.decideCluster,
    listSameRecordings: adminRecordings.listSameRecordings,
    decideSameRecording: adminRecordings.decideSameRecording,
    setSuspension: adminUsers.setSuspension,
    readWaitingList: waitingList.readWaitingList,
    setWaitingList: waitingList.setWaitingList,
    letListenersIn: waitingList.letListenersIn,
    listActivity,
    readBilling: adminBilling.readBilling,
    listSubscriptions: adminBilling.listSubscriptions,
    refundPlan: adminBilling.refundPlan,
    listReversals: adminBilling.listReversals,
    readFounderFigures,
    readSystem: adminSystem.readSystem,
    allowEmails: adminSystem.allowEmails,
    runJobAgain: adminSystem.runJobAgain,
  },
  demo: { verifyDemoPassword: demo.verifyDemoPassword, readDemoPassword: demo.readDemoPassword },
  testKit: {
    readTestKit: testKit.readTestKit,
    grantTrial: testKit.grantTrial,
    addUploadCredits: testKit.addUploadCredits,
    createTestListener: testKit.createTestListener,
  },
  environment: { readEnvironment: environment.readEnvironment },
} as const;
export type Api = typeof api;
