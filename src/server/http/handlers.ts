import type { UserType } from '#contract/accounts.ts';
import type { Answer, Call, Received } from '#contract/call.ts';
import type { Api } from '#contract/index.ts';

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
  /** What this browser carries from sign-in to sign-in; absent where no browser is. */
  readonly deviceMark?: string;
}

/** The refresh token's cookie; setting it sets the mark of the device, too. And the cookie of a sign-up that waits for its confirmation. */
export interface RefreshCookie {
  /** The mark that this browser carries, or gets with its next session. */
  readonly deviceMark: string;
  read(): string | undefined;
  set(token: string): void;
  clear(): void;
  /** Undefined for requests of other sites. */
  readSignUpProof(): string | undefined;
  /** Does nothing for requests of other sites: they must not make this browser one that signed up. */
  setSignUpProof(proof: string): void;
  clearSignUpProof(): void;
}

export type Request<C extends Call> = Received<C> & {
  readonly caller: C['who'] extends 'public' | 'everybody' ? Caller | undefined : Caller;
  readonly client: Client;
  readonly refreshCookie: RefreshCookie;
} & (C['idempotencyKey'] extends true
    ? {
        /** Says that the answer is that of an earlier call under the same key: 200, where the first one was 201. */
        readonly onRepeat: () => void;
      }
    : unknown);

export type Handler<C extends Call> = (request: Request<C>) => Promise<Answer<C>>;

/** One handler for each call of a concept. */
export type Handlers<Concept extends keyof Api> = {
  readonly [Name in keyof Api[Concept]]: Api[Concept][Name] extends Call
    ? Handler<Api[Concept][Name]>
    : never;
};
