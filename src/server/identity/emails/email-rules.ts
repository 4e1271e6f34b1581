import { plainEmail } from '#contract/identity/email-address.ts';

/** The canonical form of an address: one of all its spellings, in lowercase. */
export const normalizeEmail = (email: string): string => plainEmail(email).toLowerCase();

/** The part before the last @, as typed. */
export const localPartOf = (email: string): string =>
  email.slice(0, Math.max(0, email.lastIndexOf('@'))).trim();

const dotlessDomains = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox of a normalized address: drops a +suffix and, for Gmail, dots and the domain alias. Two addresses of one
 * mailbox reach the same person.
 */
export function mailboxOf(emailNormalized: string): string {
  const at = emailNormalized.lastIndexOf('@');
  const domain = emailNormalized.slice(at + 1);
  const name = emailNormalized.slice(0, at).replace(/(?<=.)\+.*/, '');
  return dotlessDomains.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}

/** An address as k***@example.org, for those who know it anyway. */
export const maskAddress = (address: string): string =>
  `${[...address].slice(0, 1).join('')}***@${address.slice(address.lastIndexOf('@') + 1)}`;
