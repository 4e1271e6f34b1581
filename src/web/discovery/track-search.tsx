import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureText } from '#web/error-messages.ts';
import { LoadFailure } from '#web/load-failure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { searchQuery } from './discovery-queries.ts';
import { TrackWall } from './track-wall.tsx';

const pauseMilliseconds = 300;
/** The server looks for nothing shorter. */
export const fewestLetters = 2;

/** The words live in the address, once the user has stopped typing. */
export function SearchField({ words }: { words: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(words);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => {
      const search = typed.trim().length < fewestLetters ? {} : { words: typed.trim() };
      void navigate({ to: '/app/discover', search, replace: true, resetScroll: false });
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, words, navigate]);
  return (
    <div className="max-w-md">
      <TextField
        label="Search by title or artist"
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={100}
      />
    </div>
  );
}

export function FoundTracks({ words, canListen }: { words: string; canListen: boolean }) {
  const { data, isError, error, refetch } = useQuery(searchQuery(words));
  if (data === undefined) {
    return isError ? (
      <LoadFailure title="Error loading tracks" onRetry={() => void refetch()}>
        {failureText(error)}
      </LoadFailure>
    ) : (
      <Skeleton className="h-60 w-full" label="Searching" />
    );
  }
  if (data.items.length === 0) {
    return <EmptyState title="Nothing found">No title and no artist holds “{words}”.</EmptyState>;
  }
  return <TrackWall title={`Tracks with “${words}”`} tracks={data.items} canListen={canListen} />;
}
