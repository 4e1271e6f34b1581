import { randomUUID } from 'node:crypto';
import { avatarUploadPath, coverUploadPath } from '#contract/upload-paths.ts';
import { anMp3 } from '#tests/support/files/audio-files.ts';
import { aPushDevice } from '#tests/support/people/push-devices.ts';
import { anHonestComment } from '#tests/support/people/reviewing.ts';
import type { Kind } from './authorization-targets.ts';

export interface Aimed {
  readonly kind: Kind;
  /** What the call is sent with beside its path; the id is that of the target. */
  readonly body?: (id: string) => object;
}

const nothing: Aimed = { kind: 'nothing' };
const emptyBody: Aimed = { kind: 'nothing', body: () => ({}) };
const track: Aimed = { kind: 'track' };
const trackInBody: Aimed = { kind: 'track', body: (trackId) => ({ trackId }) };
const artistInBody: Aimed = { kind: 'artist', body: (artistId) => ({ artistId }) };
const moneyReason = 'Agreed with the listener by mail.';
const newPassword = 'five green glass bottles';
const credentials = (): object => ({
  email: `${randomUUID()}@example.org`,
  password: 'four quiet blue kites',
});

/** What every call of the contract is sent with in the table of who may do what. */
export const requests: Readonly<Record<string, Aimed>> = {
  'accounts.signUp': { kind: 'nothing', body: credentials },
  'accounts.resendConfirmation': { kind: 'nothing', body: () => ({ email: `${randomUUID()}@example.org` }) },
  'accounts.confirmEmail': {
    kind: 'nothing',
    body: () => ({ type: 'signup', token: 'guessed', password: newPassword }),
  },
  'accounts.readEmailedLink': { kind: 'nothing', body: () => ({ type: 'recovery', token: 'guessed' }) },
  'accounts.signIn': { kind: 'nothing', body: credentials },
  'accounts.refreshSession': emptyBody,
  'accounts.readKeySet': nothing,
  'accounts.signOut': { kind: 'nothing', body: () => ({ scope: 'local' }) },
  'accounts.readProfile': nothing,
  'accounts.updateProfile': { kind: 'nothing', body: () => ({ displayName: 'Kim' }) },
  'accounts.removeAvatar': nothing,
  'accounts.listNotices': nothing,
  'accounts.countUnreadNotices': nothing,
  'accounts.markNoticesRead': { kind: 'nothing', body: () => ({ upTo: randomUUID() }) },
  'accounts.readSettings': nothing,
  'accounts.updateSettings': { kind: 'nothing', body: () => ({ isPrivate: true }) },
  'accounts.recoverPassword': { kind: 'nothing', body: () => ({ email: `${randomUUID()}@example.org` }) },
  'accounts.resetPassword': { kind: 'nothing', body: () => ({ token: 'guessed', password: newPassword }) },
  'accounts.verifySecondFactor': { kind: 'nothing', body: () => ({ challenge: 'guessed', code: '123456' }) },
  'accounts.listSessions': nothing,
  'accounts.readPush': nothing,
  'accounts.subscribeToPush': {
    kind: 'nothing',
    body: () => ({ ...aPushDevice('https://fcm.googleapis.com/fcm/send').device, timeZone: 'Europe/Berlin' }),
  },
  'accounts.unsubscribeFromPush': nothing,
  'accounts.endSession': { kind: 'session' },
  'accounts.changePassword': {
    kind: 'nothing',
    body: () => ({ currentPassword: 'guessed by somebody', newPassword }),
  },
  'accounts.changeEmail': {
    kind: 'nothing',
    body: () => ({ email: `${randomUUID()}@example.org`, password: 'guessed by somebody' }),
  },
  'accounts.readSecondFactor': nothing,
  'accounts.beginSecondFactor': { kind: 'nothing', body: () => ({ password: 'guessed by somebody' }) },
  'accounts.finishSecondFactor': { kind: 'nothing', body: () => ({ code: '123456' }) },
  'accounts.removeSecondFactor': {
    kind: 'nothing',
    body: () => ({ password: 'guessed by somebody', code: '123456' }),
  },
  'standing.readStanding': nothing,
  'payoutDestinations.readDestination': nothing,
  'payoutDestinations.listDestinationOffers': nothing,
  'payoutDestinations.addDestination': {
    kind: 'nothing',
    body: () => ({
      country: 'DE',
      legalName: 'Lee Example',
      destination: { method: 'local', conduct: 'pays' },
      password: 'guessed by somebody',
    }),
  },
  'payoutDestinations.readDestinationAccount': nothing,
  'payoutDestinations.openDestinationOnboarding': emptyBody,
  'payoutDestinations.confirmDestination': {
    kind: 'nothing',
    body: () => ({ token: 'guessed', password: 'guessed by somebody' }),
  },
  'payoutDestinations.stopPayouts': { kind: 'nothing', body: () => ({ token: 'guessed' }) },
  'wallet.readWallet': nothing,
  'wallet.listPayoutRequests': nothing,
  'wallet.listMovements': nothing,
  'wallet.readYearStatement': nothing,
  'wallet.requestPayout': emptyBody,
  'wallet.appealWithheld': { kind: 'payout', body: () => ({ appeal: 'I listened to each one.' }) },
  'wallet.cancelPayout': { kind: 'payout', body: () => ({}) },
  'subscriptions.getUploadEligibility': emptyBody,
  'subscriptions.checkSubscription': emptyBody,
  'subscriptions.createCheckout': { kind: 'nothing', body: () => ({ priceId: 'price_of_nobody' }) },
  'subscriptions.customerPortal': emptyBody,
  'subscriptions.listBoughtPacks': nothing,
  'balance.readReviewBalance': nothing,
  'balance.forecastReviews': track,
  'balance.forecastUpload': nothing,
  'balance.forecastOffers': nothing,
  'balance.addReviews': { kind: 'track', body: () => ({ reviews: 1 }) },
  'balance.takeBackReviews': { kind: 'track', body: () => ({ reviews: 1 }) },
  'questions.readQuestions': track,
  'questions.saveQuestions': { kind: 'track', body: () => ({ questions: [] }) },
  'tracks.readUpload': { kind: 'upload' },
  'tracks.cancelUpload': { kind: 'upload' },
  'tracks.findSimilar': { kind: 'upload' },
  'tracks.createTrack': {
    kind: 'upload',
    body: (uploadId) => ({ uploadId, title: 'Night Bus', genre: 'indie' }),
  },
  'versions.readNewVersionOffer': track,
  'tracks.listOwnTracks': nothing,
  'tracks.readOwnTrack': track,
  'tracks.editTrack': { kind: 'track', body: () => ({ title: 'Night Bus, again' }) },
  'tracks.deleteTrack': track,
  'tracks.removeCover': track,
  'tracks.createPlaybackLink': track,
  'listening.nextTrack': trackInBody,
  'listening.comingTrack': emptyBody,
  'listening.skipTrack': trackInBody,
  'listening.chooseVersion': { kind: 'track', body: (trackId) => ({ trackId, choice: 'a' }) },
  'listening.askToBeTold': { kind: 'nothing', body: () => ({ wanted: true }) },
  'listening.answerUnpaid': { kind: 'track', body: (trackId) => ({ trackId, rating: 4 }) },
  'listening.listUnpaidAnswers': track,
  'listening.markMoment': { kind: 'track', body: () => ({ kind: 'love', atSecond: 3 }) },
  'listening.unmarkMoment': { kind: 'track', body: () => ({ kind: 'love', atSecond: 3 }) },
  'listening.recordPlayEvent': {
    kind: 'track',
    body: (trackId) => ({
      trackId,
      sessionId: randomUUID(),
      event: 'start',
      positionSeconds: 0,
      playing: true,
    }),
  },
  'listening.listTrackListeners': track,
  'reviews.submitReview': {
    kind: 'track',
    body: (trackId) => ({ trackId, rating: 4, comment: anHonestComment }),
  },
  'reviews.appealReview': {
    kind: 'rejected review',
    body: () => ({ appeal: 'I listened to all of it, twice over.' }),
  },
  'circle.listPrivateLinks': track,
  'circle.createPrivateLink': { kind: 'track', body: () => ({ name: 'The band' }) },
  'circle.changePrivateLink': { kind: 'private link', body: () => ({ name: 'The band' }) },
  'circle.openPrivateLink': emptyBody,
  'circle.reportGuestListening': {
    kind: 'nothing',
    body: () => ({ event: 'start', positionSeconds: 0, playing: true }),
  },
  'circle.markGuestMoment': { kind: 'nothing', body: () => ({ kind: 'love', atSecond: 1 }) },
  'circle.unmarkGuestMoment': { kind: 'nothing', body: () => ({ kind: 'love', atSecond: 1 }) },
  'circle.saveGuestResponse': { kind: 'nothing', body: () => ({ name: 'Kim', stars: 5, line: '' }) },
  'circle.removeGuestResponse': nothing,
  'verdict.readVerdict': track,
  'verdict.readVersionResult': track,
  'verdict.shareVerdict': { kind: 'track', body: () => ({ isShared: true }) },
  'verdict.listVerdicts': { kind: 'nothing', body: () => ({ trackIds: [] }) },
  'reviews.readDraft': track,
  'reviews.keepDraft': {
    kind: 'track',
    body: () => ({
      draft: {
        rating: 4,
        comment: 'So far',
        prompts: { worked: null, didNotWork: null, toChange: null },
        notes: [],
        setAside: null,
      },
      seen: 0,
    }),
  },
  'reviews.pressReview': { kind: 'received review', body: () => ({ pressed: true }) },
  'reviews.markReview': { kind: 'received review', body: () => ({ mark: { kind: 'useful' } }) },
  'reviews.readAnalytics': nothing,
  'reviews.listOwnReviews': nothing,
  'reviews.listReviewedTracks': { kind: 'nothing', body: () => ({ trackIds: [] }) },
  'reviews.readReviewStats': nothing,
  'reviews.readSitting': nothing,
  'reviews.readPay': nothing,
  'reviews.listTrackReviews': track,
  'discovery.getAllPublicTracks': emptyBody,
  'discovery.readDiscovery': nothing,
  'discovery.searchTracks': nothing,
  'discovery.readPublicTrack': track,
  'discovery.getPublicArtistProfile': artistInBody,
  'discovery.getPublicArtistTracks': artistInBody,
  'discovery.readFollow': { kind: 'artist' },
  'discovery.followArtist': { kind: 'artist' },
  'discovery.unfollowArtist': { kind: 'artist' },
  'personalData.createExport': { kind: 'nothing', body: () => ({ password: 'guessed by somebody' }) },
  'personalData.readDeletion': nothing,
  'personalData.deleteAccount': {
    kind: 'nothing',
    body: () => ({ password: 'guessed by somebody', confirmation: 'DELETE', forfeitCents: 0 }),
  },
  'testKit.readTestKit': nothing,
  'testKit.grantTrial': emptyBody,
  'testKit.addUploadCredits': emptyBody,
  'testKit.createTestListener': emptyBody,
  'demo.verifyDemoPassword': { kind: 'nothing', body: () => ({ password: 'guessed by somebody' }) },
  'demo.readDemoPassword': nothing,
  'environment.readEnvironment': nothing,
  'books.readBooks': nothing,
  'books.runAudit': emptyBody,
  'books.liftHalt': { kind: 'nothing', body: () => ({ reason: moneyReason }) },
  'books.listEntries': nothing,
  'books.findListener': nothing,
  'books.correctBalance': { kind: 'person', body: () => ({ amountCents: 5, reason: moneyReason }) },
  'books.decideCorrection': { kind: 'nothing', body: () => ({ status: 'booked' }) },
  'books.reverseReview': { kind: 'approved review', body: () => ({ reason: moneyReason }) },
  'books.returnPayout': { kind: 'paid payout', body: () => ({ reason: moneyReason }) },
  'books.listPayoutExports': nothing,
  'books.exportPayouts': { kind: 'nothing', body: () => ({ method: 'bank', euroRate: 10_850 }) },
  'books.handOverPayouts': emptyBody,
  'books.listOpenTransfers': nothing,
  'books.listExportLines': nothing,
  'books.confirmPayout': emptyBody,
  'books.listPayoutCosts': nothing,
  'books.bookPayoutCost': { kind: 'nothing', body: () => ({ amountCents: 5, reason: moneyReason }) },
  'admin.approvePayouts': { kind: 'nothing', body: (payoutId) => ({ payoutIds: [payoutId] }) },
  'admin.rejectPayouts': {
    kind: 'nothing',
    body: (payoutId) => ({ payoutIds: [payoutId], reason: moneyReason }),
  },
  'admin.undoPayoutApprovals': { kind: 'nothing', body: (payoutId) => ({ payoutIds: [payoutId] }) },
  'admin.liftPayoutStop': { kind: 'person', body: () => ({ reason: moneyReason }) },
  'admin.listReadings': nothing,
  'admin.decideReadings': {
    kind: 'nothing',
    body: (readingId) => ({ readingIds: [readingId], outcome: 'something' }),
  },
  'admin.readPayout': { kind: 'payout', body: () => ({}) },
  'admin.withholdPayout': { kind: 'payout', body: () => ({ sentence: moneyReason }) },
  'admin.listWithheldPayouts': nothing,
  'admin.decideWithheld': {
    kind: 'payout',
    body: () => ({ outcome: 'returned', sentence: moneyReason }),
  },
  'admin.readPlatformStats': nothing,
  'admin.listPendingPayouts': nothing,
  'admin.listReviewsToDecide': nothing,
  'admin.decideReview': { kind: 'review', body: () => ({ status: 'approved' }) },
  'admin.decideReviews': {
    kind: 'nothing',
    body: (reviewId) => ({ reviewIds: [reviewId], decision: { status: 'approved' } }),
  },
  'admin.undoReviewDecisions': { kind: 'nothing', body: (reviewId) => ({ reviewIds: [reviewId] }) },
  'admin.decideAppeal': {
    kind: 'review',
    body: () => ({ outcome: 'granted', sentence: 'Heard it again.' }),
  },
  'admin.listUsers': nothing,
  'admin.readUser': { kind: 'user' },
  'admin.setSuspension': {
    kind: 'user',
    body: () => ({ suspended: true, reason: 'Several accounts of one person.' }),
  },
  'admin.listClusters': nothing,
  'admin.readCluster': { kind: 'nothing' },
  'admin.decideCluster': {
    kind: 'nothing',
    body: (id) => ({ decision: 'dismissed', userIds: [id], reason: 'They are a family.' }),
  },
  'admin.listSameRecordings': nothing,
  'admin.decideSameRecording': {
    kind: 'nothing',
    body: () => ({ decision: 'dismissed', note: 'A cover song under license.' }),
  },
  'reports.report': {
    kind: 'track',
    body: (thingId) => ({ kind: 'track', thingId, reason: 'spam' }),
  },
  'reports.reportCopyright': {
    kind: 'track',
    body: (trackId) => ({
      trackId,
      name: 'Kim Example',
      email: `${randomUUID()}@example.org`,
      statement: 'I wrote and recorded it.',
    }),
  },
  'reports.answerTakedown': { kind: 'takedown', body: () => ({ answer: 'It is mine.' }) },
  'reports.listReports': nothing,
  'reports.listTakedowns': nothing,
  'reports.dismissReports': {
    kind: 'nothing',
    body: (id) => ({ thingId: id, reportIds: [id] }),
  },
  'reports.takeDown': {
    kind: 'track',
    body: (thingId) => ({ kind: 'track', thingId, reason: 'spam', sentence: 'It advertises.' }),
  },
  'reports.restore': { kind: 'takedown', body: () => ({ as: 'cleared', sentence: 'It’s settled.' }) },
  'reports.upholdTakedown': { kind: 'takedown', body: () => ({ sentence: 'It stays down.' }) },
  'admin.listActivity': nothing,
  'admin.readWaitingList': nothing,
  'admin.setWaitingList': { kind: 'nothing', body: () => ({ listenersWait: false }) },
  'admin.letListenersIn': { kind: 'nothing', body: () => ({ count: 1 }) },
  'admin.refundPlan': { kind: 'user' },
  'admin.readBilling': nothing,
  'admin.readFounderFigures': nothing,
  'admin.readSystem': nothing,
  'admin.allowEmails': { kind: 'user' },
  'admin.runJobAgain': nothing,
  'admin.listSubscriptions': nothing,
  'admin.listReversals': nothing,
  'admin.listPacks': nothing,
  'admin.refundPack': { kind: 'user' },
  'admin.decidePayout': { kind: 'payout', body: () => ({ status: 'completed' }) },
};

export interface RawRequest {
  readonly kind: Kind;
  readonly path: (id: string) => string;
  readonly init?: () => RequestInit;
}

/** The routes beside the contract. */
export const rawRequests: Readonly<Record<string, RawRequest>> = {
  'raw PUT upload content': {
    kind: 'upload',
    path: (id) => `/api/uploads/${id}/content`,
    init: () => ({
      method: 'PUT',
      headers: { 'content-type': 'audio/mpeg' },
      body: anMp3({ seconds: 2, mark: randomUUID() }),
    }),
  },
  'raw PUT avatar': {
    kind: 'nothing',
    path: () => avatarUploadPath,
    init: () => ({ method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'no picture at all' }),
  },
  'raw PUT cover': {
    kind: 'track',
    path: coverUploadPath,
    init: () => ({ method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'no picture at all' }),
  },
  'raw GET cover': { kind: 'nothing', path: (id) => `/api/covers/${id}.webp` },
  'raw GET avatar': { kind: 'nothing', path: (id) => `/api/avatars/${id}.webp` },
  'raw GET export': { kind: 'nothing', path: (id) => `/api/exports/${id}.${id}` },
  'raw GET audio': { kind: 'nothing', path: (id) => `/api/audio/${id}.${id}` },
  'raw GET health': {
    kind: 'nothing',
    path: () => '/health',
    init: () => ({ headers: { accept: 'application/json' } }),
  },
  'raw GET openapi': { kind: 'nothing', path: () => '/api/openapi.json' },
  'raw GET mailbox': { kind: 'nothing', path: () => '/mailbox' },
  'raw GET font': { kind: 'nothing', path: () => '/fonts/anybody.woff2' },
};
