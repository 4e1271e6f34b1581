import { linkStyle } from '#web/ui/controls/link-style.ts';
import { textParts } from './comment-times.ts';

interface TimedTextProps {
  text: string;
  durationSeconds: number;
  onPlay: (second: number) => void;
}

/** A comment whose times play. */
export function TimedText({ text, durationSeconds, onPlay }: TimedTextProps) {
  return textParts(text, durationSeconds).map((part, place) =>
    'second' in part ? (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        key={place}
        type="button"
        aria-label={`Play ${part.text}`}
        onClick={() => onPlay(part.second)}
        className={`tabular cursor-pointer ${linkStyle}`}
      >
        {part.text}
      </button>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={place}>{part.text}</span>
    ),
  );
}
