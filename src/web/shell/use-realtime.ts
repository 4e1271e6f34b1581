import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '#contract/realtime.ts';
import { queryKeys } from '#web/query-keys.ts';
import { tellServedNews } from '#web/served-news.ts';
import { openRealtime } from './realtime.ts';
import { delayOf, queriesOf } from './realtime-rules.ts';

/** Reads again what has changed on the server, as long as the application is on screen. */
export function useRealtime(isSignedIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const readAgain = (topic: Topic) => {
      if (topic === 'served') tellServedNews();
      for (const name of queriesOf(topic)) {
        // Nobody is served a track that they do not see: the queue is asked again when they come back.
        if (name === 'queue' && document.visibilityState === 'hidden') continue;
        void queries.invalidateQueries({ queryKey: queryKeys[name].all });
      }
    };
    const close = openRealtime((topic) => {
      const delay = delayOf(topic, Math.random());
      if (delay === 0) return readAgain(topic);
      const timer = setTimeout(() => {
        waiting.delete(timer);
        readAgain(topic);
      }, delay);
      waiting.add(timer);
    });
    return () => {
      close();
      for (const timer of waiting) clearTimeout(timer);
    };
  }, [isSignedIn, queries]);
}
