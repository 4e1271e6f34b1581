import { playbackLinkSeconds } from '#contract/business-rules.ts';
import type { PlaybackLink } from '#contract/music/tracks/tracks.ts';

/** A playback link with the time it was fetched, by this computer's clock. */
export interface FetchedLink {
  readonly url: string;
  /** Milliseconds, as from Date.now. */
  readonly at: number;
}

const marginMilliseconds = 10_000;

export const fetchedNow = ({ url }: PlaybackLink): FetchedLink => ({ url, at: Date.now() });

/**
 * Whether the link may have expired. Decided by its age, because this computer's clock may be hours off from the
 * server's. If the clock was set back in the meantime, the link counts as expired.
 */
export function isStale({ at }: FetchedLink, now = Date.now()): boolean {
  const age = now - at;
  return age < 0 || age > playbackLinkSeconds * 1000 - marginMilliseconds;
}
