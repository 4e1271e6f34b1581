/** How often something may be done: at most so many times in any span of so many seconds. */
export interface RateLimit {
  readonly most: number;
  readonly seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** The limits of calls by name; the setting RATE_LIMITS changes each. A call without one of its own has `other`. */
export const rateLimits = {
  refresh: { most: 30, seconds: 5 * minute },
  beat: { most: 1, seconds: 1.5 },
  review: { most: 60, seconds: hour },
  skip: { most: 20, seconds: hour },
  upload: { most: 10, seconds: hour },
  avatar: { most: 20, seconds: hour },
  export: { most: 3, seconds: day },
  payout: { most: 5, seconds: day },
  decision: { most: 120, seconds: minute },
  audit: { most: 10, seconds: 10 * minute },
  other: { most: 300, seconds: minute },
} as const satisfies Readonly<Record<string, RateLimit>>;

export type LimitName = keyof typeof rateLimits;
export type RateLimits = Readonly<Record<LimitName, RateLimit>>;
