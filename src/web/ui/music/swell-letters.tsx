import { letterWidth, narrowest, widest } from './letter-width.ts';

/** The width in em assumed for an unknown letter. */
const unknown = 0.8;

export interface SwellWord {
  letters: { letter: string; level: number }[];
  /** In em. */
  width: number;
}

/** Splits a text into words and assigns each letter the next level, 0 to 1. */
export function swellWords(text: string, levels: readonly number[]): SwellWord[] {
  let place = 0;
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const letters = [...word.normalize('NFC')].map((letter) => ({ letter, level: levels[place++] ?? 0.5 }));
      const width = letters.reduce(
        (sum, { letter, level }) => sum + (letterWidth(letter, level) ?? unknown),
        0,
      );
      return { letters, width };
    });
}

function Letter({ letter, level }: { letter: string; level: number }) {
  const width = letterWidth(letter, level);
  const fontStretch = `${Math.round(narrowest + (widest - narrowest) * level)}%`;
  return (
    <span
      className="swell-letter"
      style={width === undefined ? { fontStretch } : { fontStretch, width: `${width.toFixed(3)}em` }}
    >
      {letter}
    </span>
  );
}

/** The letters of a word; a `breakable` one may be split anywhere. */
export function SwellLetters({ word, breakable = false }: { word: SwellWord; breakable?: boolean }) {
  return (
    <span className={breakable ? '' : 'whitespace-nowrap'}>
      {word.letters.map(({ letter, level }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a letter is its place in the word
        <Letter key={index} letter={letter} level={level} />
      ))}
    </span>
  );
}
