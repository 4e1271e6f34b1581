import type { Caller } from '../../foundation/caller.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { findFactor } from './factors-store.ts';

/** Whether the caller's sign-ins need a code, and how many recovery codes are left. */
export async function readSecondFactor(
  { database }: Pick<Dependencies, 'database'>,
  { userId }: Caller,
): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
  const factor = await findFactor(database, userId);
  return factor?.verifiedAt
    ? { isOn: true, recoveryCodesLeft: factor.codesLeft }
    : { isOn: false, recoveryCodesLeft: 0 };
}
