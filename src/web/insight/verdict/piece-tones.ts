import type { Piece } from './verdict-sentence.ts';

export const pieceTones: Readonly<Record<NonNullable<Piece['tone']>, string>> = {
  earned: 'text-mint',
  wrong: 'text-rose',
};
