import { linkStyle } from '#web/ui/controls/link-style.ts';

interface PlayTimeProps {
  /** The time as it is shown: 1:12. */
  time: string;
  second: number;
  onPlay: (second: number) => void;
  /** It is not part of a sentence. */
  isAlone?: boolean;
}

/** A time of the track that plays. */
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
