import * as environment from './environment.ts';
import * as accounts from './identity/accounts.ts';
import { listActivity } from './identity/activity.ts';
import { readEmailedLink } from './identity/emailed-links.ts';
import * as notices from './identity/notices.ts';
import * as push from './identity/push.ts';
import * as secondFactor from './identity/second-factor.ts';
import * as settings from './identity/settings.ts';
import { readAnalytics } from './insight/verdict/analytics.ts';
import * as verdict from './insight/verdict/verdict.ts';
import * as books from './money/books/books.ts';
import * as payoutDestinations from './money/payout-destinations/payout-destinations.ts';
import * as payoutCosts from './money/payout-transfers/payout-costs.ts';
import * as payoutExports from './money/payout-transfers/payout-exports.ts';
import * as wallet from './money/wallet/wallet.ts';
import { readYearStatement } from './money/wallet/year-statement.ts';
import * as circle from './music/circle/circle.ts';
import * as discovery from './music/discovery/discovery.ts';
import * as questions from './music/questions/questions.ts';
import * as tracks from './music/tracks/tracks.ts';
import { readNewVersionOffer } from './music/versions/versions.ts';
import * as admin from './operation/admin/admin.ts';
import * as adminBilling from './operation/admin/admin-billing.ts';
import * as adminClusters from './operation/admin/admin-clusters.ts';
import * as adminReadings from './operation/admin/admin-readings.ts';
import * as adminRecordings from './operation/admin/admin-recordings.ts';
import * as adminReviews from './operation/admin/admin-reviews.ts';
import * as adminSystem from './operation/admin/admin-system.ts';
import * as adminUsers from './operation/admin/admin-users.ts';
import { readFounderFigures } from './operation/admin/founder.ts';
import * as demo from './operation/demo/demo.ts';
import * as personalData from './operation/personal-data/personal-data.ts';
import * as reports from './operation/reports/reports.ts';
import * as takedowns from './operation/reports/takedowns.ts';
import * as testKit from './operation/test-kit/test-kit.ts';
import * as balance from './plans/balance/balance.ts';
import * as subscriptions from './plans/subscriptions.ts';
import * as emptyQueue from './reviewing/listening/empty-queue.ts';
import * as listening from './reviewing/listening/listening.ts';
import * as waitingList from './reviewing/listening/waiting-list.ts';
import { readPay } from './reviewing/reviews/pay.ts';
import { keepDraft, readDraft } from './reviewing/reviews/review-drafts.ts';
import { markReview } from './reviewing/reviews/review-marks.ts';
import { pressReview } from './reviewing/reviews/review-press.ts';
import * as reviews from './reviewing/reviews/reviews.ts';
import { readStanding } from './trust/standing/standing.ts';

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
    readPush: push.readPush,
    subscribeToPush: push.subscribeToPush,
    unsubscribeFromPush: push.unsubscribeFromPush,
    readSettings: settings.readSettings,
    updateSettings: settings.updateSettings,
  },
  standing: { readStanding },
  payoutDestinations: {
    readDestination: payoutDestinations.readDestination,
    listDestinationOffers: payoutDestinations.listDestinationOffers,
    addDestination: payoutDestinations.addDestination,
    readDestinationAccount: payoutDestinations.readDestinationAccount,
    openDestinationOnboarding: payoutDestinations.openDestinationOnboarding,
    confirmDestination: payoutDestinations.confirmDestination,
    stopPayouts: payoutDestinations.stopPayouts,
  },
  wallet: {
    readWallet: wallet.readWallet,
    listPayoutRequests: wallet.listPayoutRequests,
    listMovements: wallet.listMovements,
    requestPayout: wallet.requestPayout,
    appealWithheld: wallet.appealWithheld,
    cancelPayout: wallet.cancelPayout,
    readYearStatement,
  },
  subscriptions: {
    getUploadEligibility: subscriptions.getUploadEligibility,
    checkSubscription: subscriptions.checkSubscription,
    listBoughtPacks: subscriptions.listBoughtPacks,
    createCheckout: subscriptions.createCheckout,
    customerPortal: subscriptions.customerPortal,
  },
  balance: {
    readReviewBalance: balance.readReviewBalance,
    forecastReviews: balance.forecastReviews,
    forecastUpload: balance.forecastUpload,
    forecastOffers: balance.forecastOffers,
    addReviews: balance.addReviews,
    takeBackReviews: balance.takeBackReviews,
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
  circle: {
    listPrivateLinks: circle.listPrivateLinks,
    createPrivateLink: circle.createPrivateLink,
    changePrivateLink: circle.changePrivateLink,
    openPrivateLink: circle.openPrivateLink,
    reportGuestListening: circle.reportGuestListening,
    markGuestMoment: circle.markGuestMoment,
    unmarkGuestMoment: circle.unmarkGuestMoment,
    saveGuestResponse: circle.saveGuestResponse,
    removeGuestResponse: circle.removeGuestResponse,
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
    readPay,
    listTrackReviews: reviews.listTrackReviews,
    readAnalytics,
    readDraft,
    keepDraft,
    markReview,
    pressReview,
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
    listReadings: adminReadings.listReadings,
    decideReadings: adminReadings.decideReadings,
    readPayout: adminReadings.readPayout,
    withholdPayout: adminReadings.withholdPayout,
    listWithheldPayouts: adminReadings.listWithheldPayouts,
    decideWithheld: adminReadings.decideWithheld,
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
    listPacks: adminBilling.listPacks,
    refundPack: adminBilling.refundPack,
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
