/** The one spelling under which an address is known: NFKC, lowercase, without blanks around it. */
export const normalizeEmail = (email: string): string => email.normalize('NFKC').trim().toLowerCase();

/** What stands before the last @, as typed. */
export const localPartOf = (email: string): string =>
  email.slice(0, Math.max(0, email.lastIndexOf('@'))).trim();
