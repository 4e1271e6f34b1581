import { z } from 'zod';

/** Text that PostgreSQL and a page can hold: whole characters, no NUL. */
export const shownText = (longest: number) =>
  z
    .string()
    .refine(isHoldable, 'has characters that cannot be shown')
    .refine((value) => [...value].length <= longest, `is longer than ${longest} characters`);

/** Such text on a single line: a name, a title, a note. What `cleanLine` takes out is not refused but left away. */
export const shownLine = (longest: number) =>
  z
    .string()
    .refine(isHoldable, 'has characters that cannot be shown')
    .overwrite((value) => (isHoldable(value) ? cleanLine(value) : value))
    .refine((value) => [...value].length <= longest, `is longer than ${longest} characters`);

function isHoldable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\u0000');
}

const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const controls = /\p{Cc}/gu;
/** Marks, overrides and isolates of the writing direction: they let one text look like another. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Signs without width: zero-width space, word joiner, byte order mark, soft hyphen and the invisible signs of mathematics. */
const invisible = /[\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff]/g;
/** Joiners keep their place inside emoji and inside scripts that join letters. Latin, Greek and Cyrillic do not. */
const looseJoiners =
  /(?<![[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]|[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]|[\u200c\u200d](?![[\p{L}\p{M}]--[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]]|\p{Extended_Pictographic})/gv;
/** Tag characters spell the flags of regions behind a black flag, and hide text anywhere else. */
const looseTags = /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

/** A text on one line, without signs that cannot be seen or that turn the writing direction. */
export const cleanLine = (text: string): string =>
  text
    .replace(breaks, ' ')
    .replace(controls, '')
    .replace(directions, '')
    .replace(invisible, '')
    .replace(looseJoiners, '')
    .replace(looseTags, '');
