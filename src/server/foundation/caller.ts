import type { UserType } from '#contract/identity/accounts.ts';

/** The signed-in user behind a request, read from the database for this request. */
export interface Caller {
  readonly userId: string;
  readonly sessionId: string;
  readonly userType: UserType | null;
  readonly isAdmin: boolean;
}

/** The origin of a request. */
export interface Client {
  /** Network address, after trusted proxies. */
  readonly address: string;
  /** The browser's user agent, at most 200 characters. */
  readonly device: string;
  /** True if the request was made on the server's own machine. */
  readonly isOwnMachine?: boolean;
  /** A mark that the browser keeps from its first sign-in on; absent for other clients. */
  readonly deviceMark?: string | undefined;
  /** The mark that the browser keeps if this request signs it in: its own or a new one. */
  readonly keptMark?: string | undefined;
}
