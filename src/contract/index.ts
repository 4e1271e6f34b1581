import * as accounts from './accounts/accounts.ts';
import { listActivity } from './accounts/activity.ts';
import { readEmailedLink } from './accounts/emailed-links.ts';
import * as notices from './accounts/notices.ts';
import * as secondFactor from './accounts/second-factor.ts';
import * as settings from './accounts/settings.ts';
import * as admin from './admin/admin.ts';
import * as adminBilling from './admin/admin-billing.ts';
import * as adminClusters from './admin/admin-clusters.ts';
import * as adminRecordings from './admin/admin-recordings.ts';
import * as adminReviews from './admin/admin-reviews.ts';
import * as adminSystem from './admin/admin-system.ts';
import * as adminUsers from './admin/admin-users.ts';
import { readFounderFigures } from './admin/founder.ts';
import * as books from './books/books.ts';
import * as demo from './demo/demo.ts';
import * as discovery from './discovery/discovery.ts';
import * as environment from './environment.ts';
import * as emptyQueue from './listening/empty-queue.ts';
import * as listening from './listening/listening.ts';
import * as waitingList from './listening/waiting-list.ts';
import * as payees from './payees/payees.ts';
import * as personalData from './personal-data/personal-data.ts';
import * as questions from './questions/questions.ts';
import * as reports from './reports/reports.ts';
import * as takedowns from './reports/takedowns.ts';
import { keepDraft, readDraft } from './reviews/review-drafts.ts';
import { markReview } from './reviews/review-marks.ts';
import * as reviews from './reviews/reviews.ts';
import { readStanding } from './standing/standing.ts';
import * as subscriptions from './subscriptions/subscriptions.ts';
import * as testKit from './test-kit/test-kit.ts';
import * as tracks from './tracks/tracks.ts';
import * as payoutCosts from './transfers/payout-costs.ts';
import * as payoutExports from './transfers/payout-exports.ts';
import { readAnalytics } from './verdict/analytics.ts';
import * as verdict from './verdict/verdict.ts';
import { readNewVersionOffer } from './versions/versions.ts';
import * as wallet from './wallet/wallet.ts';
import { readYearStatement } from './wallet/year-statement.ts';

/** Every call of the API, by concept and name. */
export const api = {
  accounts: {
    signUp: accounts.signUp,
    resendConfirmation: accounts.resendConfirmation,
    confirmEmail: accounts.confirmEmail,
    recoverPassword: accounts.recoverPassword,
    resetPassword: accounts.resetPassword,
    readEmailedLink,
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
    readPublicTrack: discovery.readPublicTrack,
    getPublicArtistProfile: discovery.getPublicArtistProfile,
    getPublicArtistTracks: discovery.getPublicArtistTracks,
    readFollow: discovery.readFollow,
    followArtist: discovery.followArtist,
    unfollowArtist: discovery.unfollowArtist,
  },
  personalData: {
    createExport: personalData.createExport,
    readDeletion: personalData.readDeletion,
    deleteAccount: personalData.deleteAccount,
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
    rejectPayouts: admin.rejectPayouts,
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
