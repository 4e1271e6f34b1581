/** The one spelling under which an address is known: NFKC, lowercase, without blanks around it. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** What stands before the last @, as typed. */
export const localPartOf = (email: string): string =>
  email.slice(0, Math.max(0, email.lastIndexOf('@'))).trim();

const dotlessDomains = ['gmail.com', 'googlemail.com'];

/**
 * The mailbox behind a normalized address: without what follows a plus sign and, at Gmail, without dots and under one domain.
 * Two addresses of one mailbox reach one person.
 */
export function mailboxOf(emailNormalized: string): string {
  const at = emailNormalized.lastIndexOf('@');
  const domain = emailNormalized.slice(at + 1);
  const name = emailNormalized.slice(0, at).replace(/(?<=.)\+.*$/, '');
  return dotlessDomains.includes(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
