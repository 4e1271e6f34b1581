import type { Caller } from '../../caller.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findFactor } from './factors-store.ts';

/** Whether a sign-in of the caller needs a code, and how many recovery codes are left for it. */
export async function readSecondFactor(
  { database }: Pick<Dependencies, 'database'>,
  { userId }: Caller,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const factor = await findFactor(database, userId);
  return factor?.verifiedAt
    ? { isOn: true, recoveryCodesLeft: factor.codesLeft }
    : { isOn: false, recoveryCodesLeft: 0 };
}
