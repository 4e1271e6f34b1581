import type { OwnTrack } from '#contract/music/tracks/tracks.ts';
import { promiseText } from './promise-text.ts';

/** By when a track's reviews are promised, or the outcome of the promise. */
export function TrackPromise({ track }: { track: OwnTrack }) {
  const text = promiseText(track);
  return text === null ? null : <p className="tabular text-sm text-muted">{text}</p>;
}
