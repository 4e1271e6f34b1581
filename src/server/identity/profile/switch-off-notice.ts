import type { NoticeKind } from '#contract/identity/settings.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { readUnsubscribeToken, type UnsubscribeClaims } from '../emails/unsubscribe-rules.ts';
import { switchOff } from './settings-store.ts';

export { unsubscribePath } from '../emails/unsubscribe-rules.ts';

type Needs = Pick<Dependencies, 'database' | 'keys'>;

const claimsOf = ({ keys }: Pick<Needs, 'keys'>, token: string): UnsubscribeClaims | undefined =>
  readByEither(keys, ({ unsubscribeLinks }) => readUnsubscribeToken(unsubscribeLinks, token));

/** The kind of email that a link would switch off; undefined for an invalid link. */
export const readUnsubscribeLink = (deps: Pick<Needs, 'keys'>, token: string): NoticeKind | undefined =>
  claimsOf(deps, token)?.kind;

/**
 * Switches off the kind of email that the link came with and returns it; undefined for an invalid link. Repeats change
 * nothing.
 */
export async function switchOffNotice(deps: Needs, token: string): Promise<NoticeKind | undefined> {
  const claims = claimsOf(deps, token);
  if (claims) await switchOff.run(deps.database, claims);
  return claims?.kind;
}
