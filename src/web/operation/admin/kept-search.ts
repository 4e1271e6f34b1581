import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';

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
  const router = useRouter();
  const navigate = useNavigate();
  // Read once: on the way to another page the location has no words, and the list would load without them.
  const [words, setWords] = useState(() => router.latestLocation.state.words ?? '');
  const keep = (next: string) => {
    setWords(next);
    void navigate({
      to: '.',
      search: true,
      state: (kept) => ({ ...kept, words: next }),
      replace: true,
      resetScroll: false,
    });
  };
  return [words, keep];
}
