export interface Platform {
  readonly artists: Readonly<Record<'basic' | 'pro' | 'unlimited' | 'free', number>>;
  readonly listeners: number;
  /** How many listeners come by on a day. */
  readonly visitors: number;
  /** Reviews of one visit at most. */
  readonly sitting: number;
  readonly uploadsOfIcon: number;
  /** Of reviews that rules doubt, so that a person has to look. */
  readonly doubted: number;
  /** Of listeners who are Trusted. */
  readonly trusted: number;
  /** The day on which nobody comes any more; never by default. */
  readonly breaksOff?: number;
}

/** What a run came to. */
export interface Month {
  readonly promised: number;
  readonly kept: number;
  readonly missed: number;
  readonly givenBackTracks: number;
  readonly givenBackReviews: number;
  readonly missingReviews: number;
  readonly placesOfPlans: number;
  readonly reviews: number;
  readonly doubtful: number;
  readonly firstPayouts: number;
  readonly payouts: number;
  readonly paidCents: number;
  /** Places that were taken of all these, at the top rate. */
  readonly takenCents: number;
  readonly includedCents: number;
  readonly houseCents: number;
  readonly freeCents: number;
  readonly budgetCents: number;
  readonly emptyVisits: number;
  readonly visits: number;
}
