import { useLocation, useNavigate } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The words that a list is searched for. */
    words?: string;
  }
}

/**
 * The words that a list is searched for. They stay with the page's entry in the browser's history, so that Back finds them
 * again: in the URL, names and email addresses would get into logs.
 */
export function useKeptSearch(): readonly [string, (words: string) => void] {
  const words = useLocation({ select: ({ state }) => state.words ?? '' });
  const navigate = useNavigate();
  const keep = (next: string) =>
    void navigate({
      to: '.',
      search: true,
      state: (kept) => ({ ...kept, words: next }),
      replace: true,
      resetScroll: false,
    });
  return [words, keep];
}
