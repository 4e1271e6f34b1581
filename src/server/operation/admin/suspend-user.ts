import type { Dependencies } from '../../foundation/dependencies.ts';
import { type Suspension, setSuspension } from '../../identity/set-suspension.ts';
import { endArtistsServing } from '../../music/tracks/end-artists-serving.ts';
import { refuseOwn } from '../../trust/linked-accounts/refuse-own.ts';

/**
 * Suspends a user, or lifts the suspension. Admins can suspend an account linked to theirs, for example one that was
 * taken over, but not lift its suspension.
 * @throws Refusal not_found, own_suspension, own_decision
 */
export async function suspendUser(
  deps: Pick<Dependencies, 'database' | 'clock' | 'config'>,
  actorId: string,
  suspension: Suspension,
): Promise<{ suspendedAt: string | null }> {
  const { userId, suspended } = suspension;
  if (!suspended && userId !== actorId) await refuseOwn(deps.database, actorId, [userId]);
  const answer = await setSuspension(deps, actorId, suspension);
  if (suspended) await endArtistsServing(deps, userId);
  return answer;
}
