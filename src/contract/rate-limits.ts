/** A rate limit: at most this many times in any span of this many seconds. */
export interface RateLimit {
  readonly most: number;
  readonly seconds: number;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Every limit by name; the setting RATE_LIMITS changes each. A call counts toward its own limit or `other`. Limits of
 * sign-in and sign-up count per account, per sender's network or per mailbox, as their names say.
 */
export const rateLimits = {
  /** Every page load refreshes once. High enough for a browser that restores a window full of tabs several times. */
  refresh: { most: 300, seconds: 5 * minute },
  beat: { most: 1, seconds: 1.5 },
  review: { most: 60, seconds: hour },
  skip: { most: 20, seconds: hour },
  moment: { most: 60, seconds: minute },
  /** Guests of private links, counted by the sender's networks. Many may sit behind one. */
  guestOpen: { most: 60, seconds: 5 * minute },
  guestAct: { most: 120, seconds: minute },
  upload: { most: 10, seconds: hour },
  avatar: { most: 20, seconds: hour },
  cover: { most: 30, seconds: hour },
  export: { most: 3, seconds: day },
  payout: { most: 5, seconds: day },
  payee: { most: 5, seconds: day },
  /** Requests to a payment service that a listener causes. */
  paymentService: { most: 30, seconds: 5 * minute },
  /** Requests to payment services from all servers together. */
  transfer: { most: 2, seconds: 1 },
  /** Accepted reports. Without an account, counted by the sender's network. */
  report: { most: 5, seconds: day },
  decision: { most: 120, seconds: minute },
  audit: { most: 10, seconds: 10 * minute },
  other: { most: 300, seconds: minute },

  /** Failed sign-ins. A successful one does not count. */
  signInAccount: { most: 10, seconds: 15 * minute },
  signInSender: { most: 30, seconds: 15 * minute },
  signUpSender: { most: 30, seconds: hour },
  /** The 'Send again' button of a confirmation link. */
  resendSender: { most: 30, seconds: hour },
  resendAddress: { most: 1, seconds: minute },
  resendAddressHour: { most: 3, seconds: hour },
  /** 'Forgot your password?' */
  recoverySender: { most: 30, seconds: hour },
  recoveryAddress: { most: 1, seconds: minute },
  recoveryAddressHour: { most: 3, seconds: hour },
  emailChange: { most: 3, seconds: hour },
  /** Emails to a mailbox whose owner has not confirmed the account that causes them. */
  strangerMail: { most: 5, seconds: hour },
  strangerMailDay: { most: 12, seconds: day },
  ownPassword: { most: 10, seconds: 15 * minute },
  codeAttempt: { most: 5, seconds: 10 * minute },
  codeUser: { most: 10, seconds: hour },
  demoPassword: { most: 10, seconds: 15 * minute },
} as const satisfies Readonly<Record<string, RateLimit>>;

export type LimitName = keyof typeof rateLimits;
export type RateLimits = Readonly<Record<LimitName, RateLimit>>;
