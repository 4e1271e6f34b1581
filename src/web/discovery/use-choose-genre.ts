import { useNavigate } from '@tanstack/react-router';
import type { Genre } from '#contract/business-rules.ts';

/** Filters by a genre, in the address; the chosen one again, or null, shows all. What is searched for stays. */
export function useChooseGenre(chosen: Genre | null) {
  const navigate = useNavigate({ from: '/app/discover' });
  return (genre: Genre | null, { staysInPlace }: { staysInPlace: boolean }) =>
    void navigate({
      to: '/app/discover',
      search: ({ words }) => ({
        ...(genre === null || genre === chosen ? {} : { genre }),
        ...(words === undefined ? {} : { words }),
      }),
      replace: true,
      resetScroll: !staysInPlace,
    });
}
