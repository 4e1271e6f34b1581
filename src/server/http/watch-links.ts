import type { News } from '../adapters/database/news.ts';
import type { Dependencies } from '../dependencies.ts';
import { openLinks } from '../music/circle/guest-audio.ts';
import type { OpenLink } from '../music/tracks/audio/open-audio.ts';

/** Tells open pages and running sound that their private link has ended. */
export interface LinkWatch {
  /** A signal that aborts within two seconds of the link's end, unless `gone` aborts first. */
  endOf(link: OpenLink, gone: AbortSignal): AbortSignal;
}

interface Watched extends Omit<OpenLink, 'expiresAt'> {
  /** As of the last check. */
  expiresAt: Date;
  readonly ended: AbortController;
}

/** News of these topics may be that a link was changed, its track is gone or held, or its artist was suspended. */
const topics: readonly string[] = ['tracks', 'access'];
const hour = 3_600_000;

/** Checks the watched links of an artist on news, and each link when it expires. Without news only that. */
export function watchLinks(
  deps: Pick<Dependencies, 'database' | 'clock'>,
  news?: Pick<News, 'listen'>,
): LinkWatch {
  const watched = new Set<Watched>();

  const check = async (some: readonly Watched[]): Promise<void> => {
    if (some.length === 0) return;
    // If the database is unreachable, its return counts as missed news.
    const open = await openLinks(deps, [...new Set(some.map(({ linkId }) => linkId))]).catch(() => undefined);
    if (!open) return;
    for (const one of some) {
      const expiresAt = open.get(one.linkId);
      if (expiresAt) one.expiresAt = expiresAt;
      else one.ended.abort();
    }
  };

  const expire = async (one: Watched, over: AbortSignal): Promise<void> => {
    while (!over.aborted) {
      const left = one.expiresAt.getTime() - deps.clock.now().getTime();
      if (left <= 0) await check([one]);
      // Its artist may change the time, to another day at the earliest.
      await deps.clock.wait(Math.min(hour, Math.max(1000, left)), over);
    }
  };

  news?.listen(
    ({ topic, userId }) => {
      if (topics.includes(topic)) void check([...watched].filter(({ artistId }) => artistId === userId));
    },
    () => void check([...watched]),
  );

  return {
    endOf: (link, gone) => {
      const one = { ...link, ended: new AbortController() };
      const over = AbortSignal.any([gone, one.ended.signal]);
      watched.add(one);
      over.addEventListener('abort', () => watched.delete(one), { once: true });
      // Rejects once it is over.
      expire(one, over).catch(() => undefined);
      return one.ended.signal;
    },
  };
}
