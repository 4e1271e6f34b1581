import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { PublicTrack } from '#contract/music/discovery/discovery.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { searchWords } from '#web/search-words.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { searchQuery } from './discovery-queries.ts';

interface TrackPickerProps {
  picked: PublicTrack | null;
  onPick: (track: PublicTrack) => void;
  /** The error while nothing is picked. */
  error?: string | undefined;
  /** The search to start with. */
  words?: string;
  autoFocus?: boolean;
}

const fewestLetters = 2;
const shown = 8;

/** Searches public tracks by title or artist and picks one. */
export function TrackPicker({ picked, onPick, error, words = '', autoFocus = false }: TrackPickerProps) {
  const [typed, setTyped] = useState(words);
  const wanted = useDeferredValue(searchWords(typed, fewestLetters));
  const isEnough = wanted !== '';
  const query = useQuery({ ...searchQuery(wanted, {}), enabled: isEnough });
  const tracks = isEnough ? (query.data?.items.slice(0, shown) ?? []) : [];
  return (
    <div className="grid gap-3" data-field="track">
      <TextField
        label="Title or artist"
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={100}
        autoFocus={autoFocus}
        error={error}
      />
      {query.isError && <p role="alert">{failureText(query.error)}</p>}
      {isEnough && query.data?.items.length === 0 && (
        <p className="text-sm text-muted">No public track has this title or artist.</p>
      )}
      {tracks.length > 0 && (
        <ul aria-label="Tracks found" className="grid border-b border-line">
          {tracks.map((track) => (
            <li key={track.trackId} className="border-t border-line">
              <button
                type="button"
                aria-pressed={picked?.trackId === track.trackId}
                onClick={() => onPick(track)}
                className="grid min-h-11 w-full cursor-pointer px-3 py-2 text-start hover:bg-raised aria-pressed:bg-raised aria-pressed:font-semibold"
              >
                <span className="truncate">{track.title}</span>
                <span className="truncate text-sm text-muted">{track.artistName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
