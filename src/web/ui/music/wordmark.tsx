import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { SwellLetters, swellWords } from './swell-letters.tsx';

/** A fixed swell for the wordmark, peaking late. */
const swell = [0.12, 0.05, 0.22, 0.55, 0.85, 1, 0.62];

interface WordmarkProps {
  children: string;
  /** In rem. */
  size?: number;
  /** Shrinks on narrow phones to leave room for its neighbors. */
  isBesideOthers?: boolean;
}

/** The product's wordmark. */
export function Wordmark({ children, size = 1.5, isBesideOthers = false }: WordmarkProps) {
  const words = swellWords(children, swell);
  return (
    <span
      translate="no"
      className="inline-block font-display leading-none whitespace-nowrap"
      style={{ fontSize: isBesideOthers ? `min(${size}rem, 4.5vw)` : `${size}rem` }}
    >
      <VisuallyHidden>{children}</VisuallyHidden>
      <span aria-hidden>
        {words.map((word) => (
          <SwellLetters key={word.width} word={word} />
        ))}
      </span>
    </span>
  );
}
