import type { Piece } from './verdict-sentence.ts';

/** Mint says that it is more than most, as it says money elsewhere. */
export const pieceTones: Readonly<Record<NonNullable<Piece['tone']>, string>> = {
  more: 'text-mint',
  wrong: 'text-rose',
};
