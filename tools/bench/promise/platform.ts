export interface Platform {
  readonly artists: Readonly<Record<'basic' | 'pro' | 'unlimited' | 'free', number>>;
  readonly listeners: number;
  /** The number of listeners who visit per day. */
  readonly visitors: number;
  /** The most reviews per visit. */
  readonly sitting: number;
  readonly uploadsOfIcon: number;
  /** The share of reviews that a rule flags for review by a person. */
  readonly doubted: number;
  /** The share of those that the person rejects. */
  readonly rejected: number;
  /** The share of listeners with Trusted status. */
  readonly trusted: number;
  /** The first day without visitors; never by default. */
  readonly breaksOff?: number;
}

/** The result of a run. */
export interface Month {
  readonly promised: number;
  readonly kept: number;
  readonly missed: number;
  /** Misses that brought a lot, what these brought, and what was missing. */
  readonly misses: number;
  readonly broughtReviews: number;
  readonly missingReviews: number;
  readonly reviews: number;
  readonly doubtful: number;
  readonly firstPayouts: number;
  readonly payouts: number;
  readonly paidCents: number;
  /** The cost of all reviews that tracks were given, at the top rate. */
  readonly assignedCents: number;
  readonly boughtCents: number;
  /** The most that missed dates may add. */
  readonly houseCents: number;
  readonly freeCents: number;
  readonly budgetCents: number;
  readonly emptyVisits: number;
  readonly visits: number;
}
