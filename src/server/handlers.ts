import type { Answer, Call, Received } from '#contract/call.ts';
import type { Api } from '#contract/index.ts';
import type { Caller, Client } from './caller.ts';

/** The refresh token's cookie; setting it sets the mark of the device, too. And the cookie of a sign-up that waits for its confirmation. */
export interface RefreshCookie {
  /** The mark that this browser carries; undefined before its first session. */
  readonly deviceMark: string | undefined;
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
