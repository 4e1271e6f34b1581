import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { readByEither, type ServerKeys } from '../../foundation/server-keys.ts';

/**
 * Seconds in which the browser of a sign-up may confirm without the password
 * (docs/decisions/sessions-are-rows-and-a-link-alone-opens-none.md).
 */
export const signUpProofSeconds = 60 * 60;

const form = /^([0-9a-z]{1,12})\.([\w-]{43})$/;

interface SignedUp {
  readonly id: string;
  readonly passwordHash: string;
}

const macOf = ({ signUpProofs }: ServerKeys, { id, passwordHash }: SignedUp, until: string): Buffer =>
  createHmac('sha256', signUpProofs).update(`${id} ${passwordHash} ${until}`).digest();

/**
 * Proves that the holder chose this password for this account. It reveals neither, and is void once another sign-up or
 * a recovery sets another password.
 */
export function makeSignUpProof(
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  user: SignedUp,
): string {
  const until = Math.floor(clock.now().getTime() / 1000 + signUpProofSeconds).toString(36);
  return `${until}.${macOf(keys, user, until).toString('base64url')}`;
}

/** Whether a proof belongs to this account and its current password. */
export function isSignUpProof(
  { keys, clock }: Pick<Dependencies, 'keys' | 'clock'>,
  user: SignedUp,
  proof: string | undefined,
): boolean {
  const [, until = '', mac = ''] = form.exec(proof ?? '') ?? [];
  if (until === '' || Number.parseInt(until, 36) * 1000 <= clock.now().getTime()) return false;
  const given = Buffer.from(mac, 'base64url');
  return (
    readByEither(keys, (either) => timingSafeEqual(macOf(either, user, until), given) || undefined) ?? false
  );
}
