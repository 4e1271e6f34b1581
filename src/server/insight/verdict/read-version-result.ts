import type { VersionResult } from '#contract/insight/verdict/verdict.ts';
import type { Dependencies } from '../../foundation/dependencies.ts';
import { refuse } from '../../foundation/refusals.ts';
import { readPanel, readVersionPair } from '../../music/tracks/panels.ts';
import { preferenceOf } from '../../statistics/preference.ts';
import { changedMoments } from './moment-rules.ts';
import { readKept } from './verdict-store.ts';

/** How the artist's own track compares with its former version; null for a first version. @throws Refusal not_found */
export async function readVersionResult(
  { database }: Pick<Dependencies, 'database'>,
  artistId: string,
  trackId: string,
): Promise<VersionResult | null> {
  const pair = await readVersionPair(database, { trackId, artistId });
  if (!pair) return refuse('not_found');
  const { version, formerId, formerTitle, formerVersion } = pair;
  if (formerId === null || formerTitle === null || formerVersion === null) return null;
  const [panel, kept, keptOfFormer] = await Promise.all([
    readPanel(database, trackId),
    readKept.one(database, { trackId }),
    readKept.one(database, { trackId: formerId }),
  ]);
  return {
    version,
    formerTitle,
    formerVersion,
    panel: panel ? shownPanel(panel) : null,
    moments: changedMoments(kept?.verdict.clusters ?? [], keptOfFormer?.verdict.clusters ?? []),
  };
}

type Panel = NonNullable<Awaited<ReturnType<typeof readPanel>>>;

/** One evaluation, at the end of the panel: checking after every choice would name a winner too often. */
function shownPanel({ endedBy, endsAt, endedAt, ...counts }: Panel): NonNullable<VersionResult['panel']> {
  const isCalled = endedBy === 'full' || endedBy === 'over';
  const preference = isCalled ? preferenceOf(counts.preferredNew, counts.preferredFormer) : null;
  const winner = preference?.winner ?? null;
  return {
    ...counts,
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    isBroken: endedBy === 'deleted',
    interval: preference?.interval ?? null,
    winner: winner === null ? null : winner === 'first' ? 'new' : 'former',
  };
}
