import type { Transaction } from '../adapters/database/database.ts';
import { refuse } from '../foundation/refusals.ts';
import { lockIfActive } from './users-store.ts';

/**
 * Requires that the caller's account was not deleted or suspended while a body arrived, which may take minutes. It stays
 * so until the transaction ends.
 * @throws Refusal invalid_token, as for a call that begins now
 */
export async function requireActive(tx: Transaction, userId: string): Promise<void> {
  const { isActive } = await lockIfActive(tx, userId);
  if (!isActive) refuse('invalid_token');
}
