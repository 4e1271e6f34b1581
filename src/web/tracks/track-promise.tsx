import type { OwnTrack } from '#contract/tracks/tracks.ts';
import { promiseText } from './promise-text.ts';

/** By when a track has its reviews, or what became of that. */
export function TrackPromise({ track }: { track: OwnTrack }) {
  const text = promiseText(track);
  return text === null ? null : <p className="tabular text-sm text-muted">{text}</p>;
}
