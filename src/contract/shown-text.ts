import { z } from 'zod';
import { seenIn } from './unseen.ts';

/** Text exactly as typed, if PostgreSQL and a page can store and show it: whole characters, no NUL. */
export const typedText = (longest: number) =>
  z
    .string()
    .refine(isHoldable, 'has characters that cannot be shown')
    .refine((value) => [...value].length <= longest, `is longer than ${longest} characters`);

/** The same with composed letters, however they were typed. */
export const shownText = (longest: number) =>
  z
    .string()
    .refine(isHoldable, 'has characters that cannot be shown')
    .overwrite((value) => value.normalize('NFC'))
    .refine((value) => [...value].length <= longest, `is longer than ${longest} characters`);

/**
 * The same on a single line: a name, a title, a note. `cleanLine` strips unwanted characters instead of rejecting them.
 */
export const shownLine = (longest: number) =>
  z
    .string()
    .refine(isHoldable, 'has characters that cannot be shown')
    .overwrite((value) => (isHoldable(value) ? cleanLine(value) : value))
    .refine((value) => [...value].length <= longest, `is longer than ${longest} characters`);

function isHoldable(value: string): boolean {
  return !/\p{Surrogate}/u.test(value) && !value.includes('\u0000');
}

/** Breaks and spaces of any width. The Braille blank separates words, but no trim removes it. */
const blanks = /[\t\n\v\f\r\u0085\u2800\p{Z}]+/gu;
const controls = /\p{Cc}/gu;
/** Marks, overrides and isolates of writing direction, which can make one text look like another. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Zero-width characters: spaces, joiners, fillers, byte order mark, soft hyphen, invisible math and music signs. */
const invisible =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}]/gu;
/** Variation selectors change emoji, signs and CJK characters, and hide after other letters. */
const looseSelectors = /(?<=^|[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Z}])[\ufe00-\ufe0f]+/gu;
/**
 * Joiners that join nothing. They are kept in emoji and in scripts that join letters, which excludes Latin, Greek and
 * Cyrillic.
 */
const looseJoiners =
  /(?<![[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]|\p{Extended_Pictographic})/gv;
/** Tag characters spell regional flags after a black flag emoji, and hide text anywhere else. */
const looseTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

const withoutUnwanted = (text: string): string =>
  text
    .replace(blanks, ' ')
    .replace(controls, '')
    .replace(directions, '')
    .replace(invisible, '')
    .replace(looseJoiners, '')
    .replace(looseTags, '')
    .replace(looseSelectors, '')
    // What stood between two spaces may be gone.
    .replace(/ {2,}/g, ' ')
    .normalize('NFC');

/**
 * A text on one line in composed letters, with single spaces and without invisible characters or those that change the
 * writing direction; empty if none of it is visible.
 */
export const cleanLine = (text: string): string => {
  const cleaned = withoutUnwanted(text);
  return seenIn(cleaned) === '' ? '' : cleaned;
};
