const decode = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** What browsers call Latin 1: windows-1252. */
const asWestern = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes);

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** Japanese with kana. Half-width kana are single bytes, so they could be anything. */
function kana(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'shift_jis');
  return text !== null && /[\u3041-\u30fa]/.test(text) && !/[\uff61-\uff9f]/.test(text) ? text : null;
}

/** Japanese in Chinese characters only: with Latin letters, it could be a curly quote and a letter. */
function kanji(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'shift_jis');
  return text !== null && /^[\p{Script=Han}\s\d]{2,}$/u.test(text) ? text : null;
}

/** Russian and its neighbors, in words as people capitalize them. Other encodings look random there. */
function cyrillic(bytes: Uint8Array): string | null {
  const text = decode(bytes, 'windows-1251');
  if (text === null || !/^[\p{ASCII}\p{Script=Cyrillic}«»„“”‘’–—…№]*$/u.test(text)) return null;
  const words = wordsOf(text).filter((word) => !isAscii(word));
  const isCapitalized = (word: string) =>
    /^(\p{Lu}?\p{Ll}*|\p{Lu}+)$/u.test(word) && /^\P{ASCII}+$/u.test(word);
  return words.every(isCapitalized) && words.some(({ length }) => length > 1) ? text : null;
}

/** What bytes mean that are certainly no Latin 1; null if that is not certain. */
const notWestern = (bytes: Uint8Array): string | null =>
  decode(bytes, 'utf-8') ?? kana(bytes) ?? cyrillic(bytes) ?? kanji(bytes);

/** Whether Latin 1 is believable: no words of only accented letters, and no odd signs inside words. */
function isWestern(text: string): boolean {
  // Icelandic has words of two.
  const most = /[a-z]/i.test(text) ? 2 : 1;
  const isForeign = (word: string) => word.length > most && /^\P{ASCII}+$/u.test(word);
  const hasOddSigns = /\p{Cc}|\p{L}[^\p{ASCII}\p{L}’‘“”´·–—…•«»]+\p{L}/u.test(text);
  return !hasOddSigns && !wordsOf(text).some(isForeign);
}

/**
 * A text that claims to be Latin 1. Many programs wrote the encoding of their system instead, so it may be UTF-8, Cyrillic
 * or Japanese. Empty if it is none of these: better no title than a wrong one.
 */
export function legacyText(bytes: Uint8Array): string {
  const other = notWestern(bytes);
  if (other !== null) return other;
  const text = asWestern(bytes);
  return isWestern(text) ? text : '';
}

const byteOf: ReadonlyMap<string, number> = new Map(
  Array.from(asWestern(Uint8Array.from({ length: 256 }, (_, byte) => byte)), (letter, byte) => [
    letter,
    byte,
  ]),
);

/** A text in Unicode that was read as Latin 1 before it was stored, as it was meant; any other unchanged. */
export function repairedText(text: string): string {
  const bytes = Array.from(text, (letter) => byteOf.get(letter)).filter((byte) => byte !== undefined);
  if (isAscii(text) || bytes.length < Array.from(text).length) return text;
  const meant = notWestern(Uint8Array.from(bytes));
  // ÅÄÖ could also be three Cyrillic letters.
  const isCapitals = meant?.toUpperCase() === meant && /\p{Script=Cyrillic}/u.test(meant);
  return meant === null || isCapitals ? text : meant;
}
