import { type Suspension, setSuspension } from '../accounts/set-suspension.ts';
import type { Dependencies } from '../dependencies.ts';
import { refuseOwn } from '../relations/refuse-own.ts';
import { endArtistsServing } from '../tracks/end-artists-serving.ts';

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
