import { displayNameLength } from '#contract/business-rules.ts';
import { localPartOf } from './email-rules.ts';

const nobody = 'New User';
const usernameLength = 40;

/** Blank to the eye: nothing but separators and characters without a form of their own. */
const isBlank = (text: string): boolean => !/[^\p{C}\p{Z}]/u.test(text);
const cut = (text: string, length: number): string => [...text].slice(0, length).join('');

/** The username a first login starts from: the local part in lowercase with letters, digits and . _ - only. */
export function usernameBase(email: string): string {
  const cleaned = localPartOf(email)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9._-]/g, '')
    .replace(/^[._-]+|[._-]+$/g, '');
  return cut(cleaned, usernameLength) || 'user';
}

/** The display name of a new profile: the local part, or 'New User' (specification 4). */
export function firstDisplayName(email: string): string {
  const localPart = cut(localPartOf(email), displayNameLength);
  return isBlank(localPart) ? nobody : localPart;
}

/** A display name as it is kept: trimmed; blank becomes the username, else 'New User' (decisions 2). */
export function keptDisplayName(typed: string, username: string): string {
  if (!isBlank(typed)) return typed.trim();
  return isBlank(username) ? nobody : cut(username, displayNameLength);
}

/** A bio as it is kept: trimmed, null when blank. */
export const keptBio = (typed: string | null): string | null =>
  typed === null || isBlank(typed) ? null : typed.trim();
