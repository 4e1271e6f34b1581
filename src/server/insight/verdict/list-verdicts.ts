import type { VerdictLine } from '#contract/insight/verdict/verdict.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { queueRefresh } from './refresh-verdict.ts';
import { readKeptOfArtist } from './verdict-store.ts';

/** One line for each of the artist's tracks. Missing verdicts are queued, and this answer lacks them. */
export async function listVerdicts(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  trackIds: readonly string[],
): Promise<{ verdicts: VerdictLine[] }> {
  const rows = await readKeptOfArtist.all(database, { artistId, trackIds: [...trackIds] });
  const missing = rows.filter(({ computedAt, reviewCount }) => computedAt === null && reviewCount > 0);
  if (missing.length > 0) {
    await database.transaction(async (tx) => {
      for (const { trackId } of missing) await queueRefresh(tx, trackId, null);
    });
  }
  return {
    verdicts: rows.map(({ trackId, stays, clusters }) => ({
      trackId,
      staying: stays,
      clusters: [...clusters],
    })),
  };
}
