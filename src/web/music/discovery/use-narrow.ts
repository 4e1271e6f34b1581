import { useNavigate } from '@tanstack/react-router';
import type { TrackFilter } from '#contract/music/tracks/tracks.ts';

/** Changes the filters in Discover's URL; undefined removes one. The rest of the search stays. */
export function useNarrow() {
  const navigate = useNavigate({ from: '/app/discover' });
  return (part: TrackFilter, { staysInPlace }: { staysInPlace: boolean }) =>
    void navigate({
      to: '/app/discover',
      search: (kept) => ({ ...kept, ...part }),
      replace: true,
      resetScroll: !staysInPlace,
    });
}
