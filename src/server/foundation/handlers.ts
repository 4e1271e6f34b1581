import type { Answer, Call, Received } from '#contract/call.ts';
import type { Api } from '#contract/index.ts';
import type { Caller, Client } from './caller.ts';

/**
 * Cookies: the refresh token (setting it also sets the device mark), and the proof of a sign-up that waits for
 * confirmation.
 */
export interface RefreshCookie {
  /** This browser's mark; undefined before its first session. */
  readonly deviceMark: string | undefined;
  /** The mark that this browser has once `set` was called. */
  readonly keptMark: string;
  read(): string | undefined;
  /** Also for requests that no page made, such as opened links. For reads only. */
  readForLink(): string | undefined;
  set(token: string): void;
  /** Sets the mark of a browser that opened a private link. */
  keepMark(): void;
  clear(): void;
  /** Undefined for cross-site requests. */
  readSignUpProof(): string | undefined;
  /** Ignored for cross-site requests: another site must not make this browser look like the one that signed up. */
  setSignUpProof(proof: string): void;
  clearSignUpProof(): void;
}

export type Request<C extends Call> = Received<C> & {
  readonly caller: C['who'] extends 'public' | 'everybody' ? Caller | undefined : Caller;
  readonly client: Client;
  readonly refreshCookie: RefreshCookie;
} & (C['idempotencyKey'] extends true
    ? {
        /**
         * Called if the response is that of an earlier call with the same key, which is sent with status 200 instead of
         * 201.
         */
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
