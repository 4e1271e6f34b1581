import type { OwnTrack } from '#contract/music/tracks/tracks.ts';

const pollMilliseconds = 2000;
const patienceMilliseconds = 2 * 60 * 1000;

/** Milliseconds until the next poll while a new track has no peaks; false if none is pending. */
export function analysisPollMilliseconds(
  tracks: readonly Pick<OwnTrack, 'peaks' | 'status' | 'createdAt'>[],
  now: Date,
): number | false {
  const isAwaited = tracks.some(
    ({ peaks, status, createdAt }) =>
      peaks === null && status === 'active' && now.getTime() - Date.parse(createdAt) < patienceMilliseconds,
  );
  return isAwaited ? pollMilliseconds : false;
}
