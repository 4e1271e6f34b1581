import { displayNameLength } from '#contract/business-rules.ts';
import { product } from '#contract/product.ts';
import { cleanLine } from '#contract/shown-text.ts';
import { isBlank } from '#contract/unseen.ts';
import { localPartOf } from '../emails/email-rules.ts';

const nobody = 'New User';
const usernameLength = 40;

const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

/** Letters of other scripts that look like Latin letters. */
const lookalikes: Readonly<Record<string, string>> = {
  ...{
    а: 'a',
    е: 'e',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    ѕ: 's',
    һ: 'h',
    і: 'i',
    ԁ: 'd',
    м: 'm',
    п: 'n',
    г: 'r',
  },
  ...{ α: 'a', ε: 'e', ο: 'o', ρ: 'p', τ: 't', ι: 'i', ν: 'n' },
};
const reserved = ['support', 'admin', 'administrator', 'moderator', 'staff', 'system', 'official'];

const lettersOf = (text: string): string => text.replace(/[^a-z]/g, '');

/**
 * Whether a name could pass for the people behind the product: one of its words is or starts with the product's name,
 * or the whole is one of their titles. Hyphens and dots may separate words or be part of one; spaces always separate.
 */
export function isReserved(name: string): boolean {
  const letters = [...name.normalize('NFKD').toLowerCase()].map((letter) => lookalikes[letter] ?? letter);
  const folded = letters
    .join('')
    .replaceAll('0', 'o')
    .replace(/[\p{M}\p{C}]/gu, '')
    // Spaced-out letters are one word: 'E A R S H O T'.
    .replace(/(?<=^|\P{L})(\p{L})\p{Z}+(?=\p{L}(?:\P{L}|$))/gu, '$1');
  const words = [...folded.split(/\p{Z}/u).map(lettersOf), ...folded.split(/[^a-z]/)];
  const own = product.name.toLowerCase();
  return words.some((word) => word.startsWith(own)) || reserved.includes(lettersOf(folded));
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
export function keptDisplayName(typed: string, username: string): string {
  if (!isBlank(typed)) return typed.trim();
  return isBlank(username) ? nobody : cut(username, displayNameLength);
}

/** A bio as stored: trimmed, null if blank. */
export const keptBio = (typed: string | null): string | null =>
  typed === null || isBlank(typed) ? null : typed.trim();
