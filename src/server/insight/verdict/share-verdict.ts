import type { SharedVerdict } from '#contract/insight/verdict/shared-verdict.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { setShared, sharedVerdict, verdictAddress } from './verdict-store.ts';

/** Shares the verdict on the caller's own track, or ends it. @throws Refusal not_found, blind_reviews_open */
export async function shareVerdict(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  { trackId, isShared }: { readonly trackId: string; readonly isShared: boolean },
): Promise<{ verdictAddress: string | null }> {
  const set = await setShared.one(database, { trackId, artistId, isShared });
  if (set) return set;
  const isOwn = await verdictAddress.one(database, { trackId, artistId });
  return refuse(isOwn ? 'blind_reviews_open' : 'not_found');
}

export interface ReadSharedVerdict {
  readonly shown: SharedVerdict;
  /** Null without an own cover. */
  readonly coverKey: string | null;
}

/** What is shared at an address; undefined if nothing is, or with fewer than five listeners. */
export async function readSharedVerdict(
  db: Queryable,
  address: string,
): Promise<ReadSharedVerdict | undefined> {
  const shared = await sharedVerdict.one(db, { verdictAddress: address });
  if (!shared?.stays) return undefined;
  const { title, artistName, durationMs, peaks, coverKey, stays, clusters } = shared;
  const [strongest] = clusters;
  return {
    coverKey,
    shown: {
      title,
      artistName,
      durationSeconds: durationMs / 1000,
      peaks: peaks?.toString('base64') ?? null,
      listeners: stays.listeners,
      stayed: stays.stayed,
      moment: strongest ? { kind: strongest.kind, from: strongest.from, to: strongest.to } : null,
    },
  };
}
