import { type Genre, genreKeys } from '#contract/business-rules.ts';

/** ID3v1 genre numbers (id3.org, appendix A) that match our genres. */
const numbered: Readonly<Record<number, Genre>> = {
  2: 'country',
  0: 'blues',
  3: 'electronic',
  7: 'hip hop',
  8: 'jazz',
  9: 'metal',
  12: 'other',
  13: 'pop',
  14: 'r&b',
  15: 'hip hop',
  16: 'reggae',
  17: 'rock',
  18: 'electronic',
  20: 'alternative',
  31: 'electronic',
  32: 'classical',
  35: 'electronic',
  40: 'alternative',
  43: 'punk',
  52: 'electronic',
  80: 'folk',
  131: 'indie',
  137: 'metal',
};

const otherNames: Readonly<Record<string, Genre>> = {
  rap: 'hip hop',
  hiprap: 'hip hop',
  hiphoprap: 'hip hop',
  rnb: 'r&b',
  rhythmandblues: 'r&b',
  soul: 'r&b',
  edm: 'electronic',
  electronica: 'electronic',
  electro: 'electronic',
  dance: 'electronic',
  house: 'electronic',
  techno: 'electronic',
  ambient: 'electronic',
  alternativerock: 'alternative',
  altrock: 'alternative',
  indierock: 'indie',
  indiepop: 'indie',
  punkrock: 'punk',
  hardrock: 'rock',
  heavymetal: 'metal',
  folkrock: 'folk',
  dub: 'reggae',
};

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Parses `Hip-Hop`, `(7)`, `7`, `(17)Rock` or a similar well-known name; null if we do not have the genre. */
export function genreOf(text: string | null): Genre | null {
  if (text === null) return null;
  const [, number, words = ''] = /^\(?(\d{1,3})\)?(.*)$/s.exec(text) ?? [null, null, text];
  const name = plain(words);
  const named = genreKeys.find((key) => plain(key) === name) ?? otherNames[name];
  return named ?? (number ? numbered[Number(number)] : undefined) ?? null;
}
