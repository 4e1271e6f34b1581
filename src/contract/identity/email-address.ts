export const longestEmailAddress = 254;

/** RFC 5322's dot-atom at a domain, whose last label is letters or an encoded international name. */
export const emailAddressForm =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/;

/** An address as it was meant: without invisible characters and surrounding spaces, its domain encoded as ASCII. */
export function plainEmail(typed: string): string {
  const address = typed
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim();
  const at = address.lastIndexOf('@') + 1;
  return address.slice(0, at) + asciiDomain(address.slice(at));
}

function asciiDomain(domain: string): string {
  const isInternational = /^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) && /\P{ASCII}/u.test(domain);
  if (!isInternational) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** Whether the typed text is an email address. */
export function isEmailAddress(typed: string): boolean {
  const address = plainEmail(typed);
  return address.length <= longestEmailAddress && emailAddressForm.test(address);
}
