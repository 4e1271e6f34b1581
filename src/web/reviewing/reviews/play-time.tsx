import { linkStyle } from '#web/ui/controls/link-style.ts';

interface PlayTimeProps {
  /** As displayed: 1:12. */
  time: string;
  second: number;
  onPlay: (second: number) => void;
  /** Not within a sentence. */
  isAlone?: boolean;
}

/** A time of the track that plays when clicked. */
export const PlayTime = ({ time, second, onPlay, isAlone = false }: PlayTimeProps) => (
  <button
    type="button"
    aria-label={`Play ${time}`}
    onClick={() => onPlay(second)}
    className={`tabular cursor-pointer ${isAlone ? 'lone-link' : ''} ${linkStyle}`}
  >
    {time}
  </button>
);
