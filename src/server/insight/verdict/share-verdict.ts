import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import type { VerdictInput } from './kept-verdict-rules.ts';
import { setShared, sharedVerdict } from './verdict-store.ts';

/** Makes the share picture of the caller's own track public, or private again. @throws Refusal not_found */
export async function shareVerdict(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  { trackId, isShared }: { readonly trackId: string; readonly isShared: boolean },
): Promise<{ isShared: boolean }> {
  return (await setShared.one(database, { trackId, artistId, isShared })) ?? refuse('not_found');
}

export interface SharedVerdict {
  /** In base64, as the web gets them; null for a blind track as well. */
  readonly peaks: string | null;
  /** Null without an own cover, and for a blind track. */
  readonly coverKey: string | null;
  readonly stays: NonNullable<VerdictInput['stays']>;
}

/** The content of the share picture; undefined if the artist has not enabled it, or with fewer than five listeners. */
export async function readSharedVerdict(db: Queryable, trackId: string): Promise<SharedVerdict | undefined> {
  const shared = await sharedVerdict.one(db, { trackId });
  if (!shared?.stays) return undefined;
  const { peaks, coverKey, stays } = shared;
  return { peaks: peaks?.toString('base64') ?? null, coverKey, stays };
}
