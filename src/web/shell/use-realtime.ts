import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Topic } from '#contract/realtime.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { tellServedNews } from '#web/served-news.ts';
import { openRealtime } from './realtime.ts';
import { delayOf, queriesOf } from './realtime-rules.ts';

/** Refetches what has changed on the server, while the application is open. */
export function useRealtime(isSignedIn: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isSignedIn) return;
    const waiting = new Set<ReturnType<typeof setTimeout>>();
    const readAgain = (topic: Topic) => {
      if (topic === 'served') tellServedNews();
      for (const name of queriesOf(topic)) {
        // No track is served to a hidden tab; the queue is refetched when it becomes visible.
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
