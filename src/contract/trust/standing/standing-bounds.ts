/** Standings that a listener earns by honest reviews, lowest first. */
export const standings = ['new', 'known', 'trusted'] as const;
export type Standing = (typeof standings)[number];

/** Days over which shares are computed. Counts are all-time. */
export const recentDays = 90;

/** Days for the limit on chosen tracks of one artist. */
export const wishDays = 30;

/**
 * After this many days an undecided review is approved, however long the line is and whether or not the daily budget is
 * spent.
 */
export const longestWaitDays = 30;

/**
 * With this many doubtful reviews waiting, none of the listener's is approved automatically before `longestWaitDays`, in
 * any standing.
 */
export const mostDoubtfulOfOne = 5;

/**
 * The numbers of the published formula and the limits of each standing; the setting STANDING_BOUNDS changes each.
 * Shares are percentages.
 */
export const standingBounds = {
  /** To become Known: this many approved reviews on this many days. */
  knownApproved: 10,
  knownDays: 3,
  /** Known is lost below this approved share, once this many recent reviews are decided. */
  keptShare: 80,
  keptOf: 5,
  /** To become Trusted: approved reviews, artists whose marks count, and their usefulness in percent. */
  trustedApproved: 100,
  trustedArtists: 10,
  trustedUsefulness: 80,
  /** To stay Trusted: the largest share of recent reviews that were copied or reversed, in percent. */
  trustedFaults: 2,

  /** Reviews per 24 hours. */
  newReviewsADay: 10,
  knownReviewsADay: 40,
  trustedReviewsADay: 60,
  /** Tracks that a listener may choose: per 24 hours, and of one artist per 30 days. */
  newWishesADay: 2,
  wishesADay: 3,
  wishesOfArtist: 1,
  /** Tracks that a listener may open (hear for more than ten seconds) per 24 hours without reviewing them. */
  newOpenedTracks: 6,
  openedTracks: 30,
  /** A New listener's first reviews that wait before the rules may approve them (NEW_LISTENER_WAIT_HOURS). */
  firstReviews: 5,
} as const satisfies Readonly<Record<string, number>>;

export type StandingBound = keyof typeof standingBounds;
export type StandingBounds = Readonly<Record<StandingBound, number>>;
