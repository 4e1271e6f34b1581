/** What a listener has earned by honest reviews, from the first step up. */
export const standings = ['new', 'known', 'trusted'] as const;
export type Standing = (typeof standings)[number];

/** The days over which shares are counted. Counts are of all time. */
export const recentDays = 90;

/** The days in which a listener may choose so many tracks of one artist. */
export const wishDays = 30;

/** However many wait, and however often a day's budget is spent: after so many days a review that nobody has decided is approved. */
export const longestWaitDays = 30;

/** While so many doubtful reviews of one listener wait, none of them is approved by itself before that, whatever their standing. */
export const mostDoubtfulOfOne = 5;

/** The numbers of the published formula and what each standing may do; the setting STANDING_BOUNDS changes each. Shares are percent. */
export const standingBounds = {
  /** Known: so many approved reviews on so many days. */
  knownApproved: 10,
  knownDays: 3,
  /** Known is lost below this approved share, once so many reviews of the recent days are decided. */
  keptShare: 80,
  keptOf: 5,
  /** Trusted: approved reviews, artists whose marks count, how useful they found the reviews. */
  trustedApproved: 100,
  trustedArtists: 10,
  trustedUsefulness: 80,
  /** Trusted: at most this share of the recent reviews was copied or reversed. */
  trustedFaults: 2,

  /** Reviews in 24 hours. */
  newReviewsADay: 10,
  knownReviewsADay: 40,
  trustedReviewsADay: 60,
  /** Tracks that a listener may choose in 24 hours, and of one artist in 30 days. */
  newWishesADay: 2,
  wishesADay: 3,
  wishesOfArtist: 1,
  /** Tracks that a listener may open in 24 hours without reviewing them: more than ten seconds of sound. */
  newOpenedTracks: 6,
  openedTracks: 30,
  /** So many first reviews of a New listener wait before the rules may approve them (NEW_LISTENER_WAIT_HOURS). */
  firstReviews: 5,
} as const satisfies Readonly<Record<string, number>>;

export type StandingBound = keyof typeof standingBounds;
export type StandingBounds = Readonly<Record<StandingBound, number>>;
