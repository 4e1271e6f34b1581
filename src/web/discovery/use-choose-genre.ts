import { useNavigate } from '@tanstack/react-router';

/** Filters by a genre, in the address; the chosen one again, or null, shows all. What is searched for stays. */
export function useChooseGenre(chosen: string | null) {
  const navigate = useNavigate({ from: '/app/discover' });
  return (genre: string | null, { staysInPlace }: { staysInPlace: boolean }) =>
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
