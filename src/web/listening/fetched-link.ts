import { playbackLinkSeconds } from '#contract/business-rules.ts';
import type { PlaybackLink } from '#contract/tracks/tracks.ts';

/** A playback link with the moment at which it came, by this computer's clock. */
export interface FetchedLink {
  readonly url: string;
  /** Milliseconds, as Date.now gives them. */
  readonly at: number;
}

const marginMilliseconds = 10_000;

export const fetchedNow = ({ url }: PlaybackLink): FetchedLink => ({ url, at: Date.now() });

/**
 * Whether the link may have run out. Told by its age, since this computer's clock may be hours away from the server's;
 * a clock that was set back meanwhile says nothing, so the link counts as old.
 */
export function isStale({ at }: FetchedLink, now = Date.now()): boolean {
  const age = now - at;
  return age < 0 || age > playbackLinkSeconds * 1000 - marginMilliseconds;
}
