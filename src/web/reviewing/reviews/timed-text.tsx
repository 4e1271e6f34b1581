import { textParts } from './comment-times.ts';
import { PlayTime } from './play-time.tsx';

export interface PlayableTimes {
  durationSeconds: number;
  onPlay: (second: number) => void;
}

/** A listener's text with playable times. */
export function TimedText({ text, durationSeconds, onPlay }: PlayableTimes & { text: string }) {
  return textParts(text, durationSeconds).map((part, place) =>
    'second' in part ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <PlayTime key={place} time={part.text} second={part.second} onPlay={onPlay} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={place}>{part.text}</span>
    ),
  );
}
