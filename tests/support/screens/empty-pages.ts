import { api } from '#contract/index.ts';
import { standingBounds } from '#contract/trust/standing/standing-bounds.ts';
import { platformFigures } from '#tests/support/people/platform-figures.ts';
import { shownOffers } from '#tests/support/screens/shown-reviews.ts';
import { emptyVerdict } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';

const noBalance = { left: 0, lots: [], next: null };

const nothing = { items: [], nextCursor: null };

/** A listener who has never chosen where payouts go. */
export const noPayee = {
  current: null,
  unconfirmed: null,
  heldUntil: null,
  isStopped: false,
  isMethodGone: false,
  sendsFromCents: null,
};

function answerEverybody(): void {
  answerCall(api.accounts.countUnreadNotices, () => ({ unread: 0 }));
  answerCall(api.accounts.listNotices, () => nothing);
  answerCall(api.accounts.readSettings, () => ({
    notices: {
      review_received: true,
      review_decided: true,
      payout_decided: true,
      new_track: true,
      link_opened: true,
    },
    isPrivate: false,
    supportEmail: 'help@example.org',
  }));
  answerCall(api.accounts.listSessions, () => ({ sessions: [] }));
  answerCall(api.accounts.readSecondFactor, () => ({ isOn: false, recoveryCodesLeft: 0 }));
  answerCall(api.discovery.readDiscovery, () => ({ featured: [], newReleases: [], genres: [] }));
  answerCall(api.discovery.getAllPublicTracks, () => nothing);
  answerCall(api.discovery.getPublicArtistProfile, () => refused('artist_not_found', {}));
  answerCall(api.standing.readStanding, () => ({
    standing: null,
    figures: null,
    bounds: { ...standingBounds },
    doubtfulDays: { new: 14, known: 7 },
  }));
  answerCall(api.environment.readEnvironment, () => ({
    version: '1.0.0',
    demoMode: true,
    mailboxPage: false,
  }));
}

function answerArtists(): void {
  answerCall(api.tracks.listOwnTracks, () => nothing);
  answerCall(api.balance.readReviewBalance, () => noBalance);
  answerCall(api.subscriptions.listBoughtPacks, () => []);
  answerCall(api.balance.forecastOffers, () => shownOffers);
  answerCall(api.reviews.readAnalytics, () => emptyVerdict.figures);
  answerCall(api.subscriptions.getUploadEligibility, () => ({
    plan: null,
    uploadsLimit: 1,
    uploadsUsed: 0,
    canUpload: true,
    source: 'credits' as const,
    creditsRemaining: 1,
    balance: noBalance,
    assigns: 5,
    mostReviews: 5,
    forecast: null,
    isPlanPaused: false,
    isCreditShared: false,
    freeUploads: { left: 0, nextAt: null },
  }));
  answerCall(api.subscriptions.checkSubscription, () => ({
    subscribed: false,
    productId: null,
    subscriptionEnd: null,
    plan: null,
    trial: false,
    isBilled: false,
    cancelsAtPeriodEnd: false,
    nextPlan: null,
    paymentFailed: false,
    awaitsRenewal: false,
    pausedFor: null,
    endedPlan: null,
    offers: [],
    packs: [],
    testMode: true,
  }));
}

function answerListeners(): void {
  answerCall(api.listening.nextTrack, () => ({
    track: null,
    bound: null,
    waiting: null,
    empty: { likelyAt: null, isAsked: false, mayListenUnpaid: false },
    refusedWish: null,
  }));
  answerCall(api.reviews.readSitting, () => ({ sitting: null, medianCentsPerHour: null }));
  answerCall(api.reviews.listOwnReviews, () => nothing);
  answerCall(api.reviews.readReviewStats, () => ({
    totalReviews: 0,
    averageRatingGiven: null,
    totalEarnedCents: 0,
    listeningHours: 0,
  }));
  answerCall(api.wallet.readWallet, () => ({
    availableCents: 0,
    pendingCents: 0,
    owedCents: 0,
    totalEarningsCents: 0,
    thisMonthCents: 0,
    reviewsThisMonth: 0,
    underReview: null,
  }));
  answerCall(api.wallet.listPayoutRequests, () => nothing);
  answerCall(api.wallet.listMovements, () => nothing);
  answerCall(api.payoutDestinations.readDestination, () => noPayee);
}

function answerAdmins(): void {
  answerCall(api.admin.readPlatformStats, () => platformFigures);
  answerCall(api.demo.readDemoPassword, () => ({ password: 'a velvet curtain', source: 'server' as const }));
  answerCall(api.testKit.readTestKit, () => ({
    version: '1.0.0',
    database: 'PostgreSQL',
    storage: 'folder',
    mail: 'mailbox',
    billing: 'local',
    demoMode: true,
    displayName: 'Ada',
    role: 'admin' as const,
    testListenerEmail: null,
    uploads: { trialUntil: null, creditsRemaining: 1 },
  }));
}

/** Answers what the application's pages read, as for somebody who has just joined a platform without tracks. */
export function answerEmptyPages(): void {
  answerEverybody();
  answerArtists();
  answerListeners();
  answerAdmins();
}
