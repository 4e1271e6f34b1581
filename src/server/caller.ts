import type { UserType } from '#contract/accounts/accounts.ts';

/** The signed-in user behind a request, read from the database for this request. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly userType: UserType | null;
  readonly isAdmin: boolean;
}

/** Where a request comes from. */
export interface Client {
  /** Network address, after trusted proxies. */
  readonly address: string;
  /** What the browser calls itself, at most 200 characters. */
  readonly device: string;
  /** Set for a request that was made on the machine of the server. */
  readonly isOwnMachine?: boolean;
  /** What this browser carries from its first sign-in on; absent where no browser is. */
  readonly deviceMark?: string | undefined;
}
