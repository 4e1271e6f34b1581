import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openRealtime } from './realtime.ts';
import { queriesOf } from './realtime-rules.ts';

/** Reads again what has changed on the server, as long as the application is on screen. */
export function useRealtime(isSignedIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    return openRealtime((topic) => {
      for (const name of queriesOf(topic)) void queries.invalidateQueries({ queryKey: [name] });
    });
  }, [isSignedIn, queries]);
}
