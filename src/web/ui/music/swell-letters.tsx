import { letterWidth, narrowest, widest } from './letter-width.ts';

/** The width in em assumed for a letter of another font. */
const unknown = 0.8;

/** Letters of one level, or a run of letters that the font does not have. */
export interface SwellPiece {
  text: string;
  readonly level: number;
  /** In em; undefined for a run. */
  readonly width: number | undefined;
}

export interface SwellWord {
  readonly pieces: readonly SwellPiece[];
  /** In em. */
  readonly width: number;
}

/** The letters of a text with their marks, without spaces. */
export const lettersOf = (text: string): string[] => text.normalize('NFC').match(/\S\p{M}*/gu) ?? [];

/** Boxes are neither reordered nor joined, so a text with such a letter has none. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Splits a text into words and assigns each letter the next level, 0 to 1. */
export function swellWords(text: string, levels: readonly number[]): SwellWord[] {
  const isPlain = rightToLeft.test(text);
  let place = 0;
  return (text.match(/\S+/g) ?? []).map((word) => {
    const pieces: SwellPiece[] = [];
    let width = 0;
    for (const letter of lettersOf(word)) {
      const level = levels[place++] ?? 0.5;
      const known = isPlain ? undefined : letterWidth(letter, level);
      width += known ?? unknown;
      const before = pieces.at(-1);
      if (before && before.width === undefined && known === undefined) before.text += letter;
      else pieces.push({ text: letter, level, width: known });
    }
    return { pieces, width };
  });
}

function Piece({ text, level, width }: SwellPiece) {
  if (width === undefined) return <span>{text}</span>;
  const fontStretch = `${Math.round(narrowest + (widest - narrowest) * level)}%`;
  return (
    <span className="swell-letter" style={{ fontStretch, width: `${width.toFixed(3)}em` }}>
      {text}
    </span>
  );
}

/** The letters of a word; a `breakable` one may be split anywhere. */
export function SwellLetters({ word, breakable = false }: { word: SwellWord; breakable?: boolean }) {
  return (
    <span className={breakable ? '' : 'whitespace-nowrap'}>
      {word.pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place in the word
        <Piece key={index} {...piece} />
      ))}
    </span>
  );
}
