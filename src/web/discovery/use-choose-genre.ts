import { useNavigate } from '@tanstack/react-router';
import type { Genre } from '#contract/business-rules.ts';

/** Filters by genre, in the URL; choosing the same one or none shows all. The rest of the search stays. */
export function useChooseGenre(chosen: Genre | undefined) {
  const navigate = useNavigate({ from: '/app/discover' });
  return (genre: Genre | undefined, { staysInPlace }: { staysInPlace: boolean }) =>
    void navigate({
      to: '/app/discover',
      search: ({ genre: _, ...kept }) =>
        genre === undefined || genre === chosen ? kept : { ...kept, genre },
      replace: true,
      resetScroll: !staysInPlace,
    });
}
