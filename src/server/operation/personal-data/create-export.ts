import type { Readable } from 'node:stream';
import { takeFromLimit } from '../../adapters/database/rate-limit.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Caller } from '../../foundation/caller.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readByEither } from '../../foundation/server-keys.ts';
import { type OwnProof, requireOwnProof } from '../../identity/erase-account.ts';
import { exportLinkSeconds, makeExportLink, readExportLink } from './export-link-rules.ts';
import { isSessionOpen } from './export-store.ts';
import { writeExport } from './write-export.ts';

// The route that serves these links gets their path from this use case.
export { exportPath } from './export-link-rules.ts';

/**
 * A link to the caller's own data, valid once and for ten minutes in this session.
 * @throws Refusal wrong_password, second_factor_needed, wrong_code, code_used, too_many_requests
 */
export async function createExport(
  deps: Dependencies,
  { userId, sessionId }: Caller,
  proof: OwnProof,
): Promise<{ url: string; expiresAt: string }> {
  await requireOwnProof(deps, userId, proof);
  return makeExportLink(deps.keys.exportLinks, { userId, sessionId }, deps.clock.now());
}

/**
 * The data of an unused link, for its own session while that is open. Uses the link up.
 * @throws Refusal not_found for any other link or session, without a reason
 */
export async function openExport(
  deps: Pick<Dependencies, 'database' | 'storage' | 'clock' | 'keys'>,
  { payload, mac }: { payload: string; mac: string },
  sessionId: string | undefined,
): Promise<{ userId: string; write: () => Readable }> {
  const now = deps.clock.now();
  const claims = readByEither(deps.keys, ({ exportLinks }) => readExportLink(exportLinks, payload, mac, now));
  if (!claims || claims.sessionId !== sessionId) return refuse('not_found');
  if (!(await isSessionOpen.only(deps.database, { ...claims })).isOpen) return refuse('not_found');
  const used = await takeFromLimit(deps.database, `export link ${mac}`, 1, exportLinkSeconds, now);
  if (!used.taken) return refuse('not_found');
  return { userId: claims.userId, write: () => writeExport(deps, claims.userId) };
}
