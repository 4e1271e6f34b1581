import { displayNameLength } from '#contract/business-rules.ts';
import { product } from '#contract/product.ts';
import { cleanLine } from '#contract/shown-text.ts';
import { isBlank } from '#contract/unseen.ts';
import { type PictureKind, storedPrefixes } from '../adapters/storage/stored-object-rules.ts';
import { localPartOf } from './emails/email-rules.ts';

const nobody = 'New User';
const usernameLength = 40;

const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

/** What looks like a Latin letter: letters of other scripts, small capitals, phonetic letters, digits and signs. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑɐᴀⱥꭺꓮ4@',
    c: 'сϲᴄꮯꓚ¢',
    d: 'ԁᴅđɖɗꭰꓓ',
    e: 'еεєҽᴇɛəɇꭼꓰ3€',
    f: 'ғꜰƒꓝ',
    h: 'һнʜħɦհꮋꓧ',
    i: 'іιӏɪıɩłlꓲꭵ1!|',
    m: 'мᴍɱꮇꓟ',
    n: 'пνɴŋɳոꓠ',
    o: 'оοσөᴏøɵօꮎꓳ0',
    p: 'рρᴘꮲꓑ',
    r: 'гʀɍɾɼꭱꓣ',
    s: 'ѕꜱʂꮪꓢ5$',
    t: 'тτᴛŧʈꭲꓔ7',
    u: 'υᴜʉս',
    y: 'уγʏყꓬ',
  }).flatMap(([letter, alike]) => [...alike].map((other) => [other, letter])),
);

/** A name as it looks: what looks alike becomes equal, and 'l' becomes 'i'. */
const folded = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replace(/[\p{M}\p{C}]/gu, '');

const foldedWords = (words: string): ReadonlySet<string> => new Set(folded(words).split(' '));
const reserved = foldedWords('support admin admins administrator moderator moderators staff system official');
/** Words that turn no title of the people behind the product into another name. */
const besides = foldedWords('the our team desk help service center customer account payout payment security');

const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '');

/**
 * Whether a name could pass for the people behind the product: one of its words is or starts with the product's name,
 * or the whole is one of their titles. Hyphens and dots may separate words or be part of one; spaces always separate.
 */
export function isReserved(name: string): boolean {
  // Spaced-out letters are one word: 'E A R S H O T'.
  const seen = folded(name).replace(/(?<=^|\P{L})(\p{L})\p{Z}+(?=\p{L}(?:\P{L}|$))/gu, '$1');
  const parts = seen.split(/[^a-z]+/).filter((part) => part !== '');
  const words = [...seen.split(/\p{Z}/u).map(lettersOf), ...parts];
  const own = folded(product.name);
  return (
    words.some((word) => word.startsWith(own)) ||
    reserved.has(lettersOf(seen)) ||
    (parts.some((part) => reserved.has(part)) &&
      parts.every((part) => reserved.has(part) || besides.has(part)))
  );
}

/** The first username: the local part of the address in lowercase, reduced to letters, digits and . _ - */
export function usernameBase(email: string): string {
  const cleaned = localPartOf(email)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+|[._-]+$/g, '');
  return isReserved(cleaned) ? 'user' : cut(cleaned, usernameLength) || 'user';
}

/** The display name of a new profile: the local part, or 'New User' (specification 4). */
export function firstDisplayName(email: string): string {
  const localPart = cut(cleanLine(localPartOf(email)), displayNameLength);
  return isBlank(localPart) || isReserved(localPart) ? nobody : localPart;
}

/** A display name as stored: trimmed; if blank, the username, else 'New User' (decisions 2). */
export function storedDisplayName(typed: string, username: string): string {
  if (!isBlank(typed)) return typed.trim();
  return isBlank(username) ? nobody : cut(username, displayNameLength);
}

/** A bio as stored: trimmed, null if blank. */
export const storedBio = (typed: string | null): string | null =>
  typed === null || isBlank(typed) ? null : typed.trim();

export const avatarPictures: PictureKind = { prefix: storedPrefixes.avatars, side: 512 };
/** The path of avatars: `/api/avatars/{key}.webp`. */
export const avatarPath = '/api/avatars';

/** The address of an avatar; null without one. A new picture has a new address. */
export const avatarUrl = (key: string | null): string | null =>
  key === null ? null : `${avatarPath}/${key}.webp`;
