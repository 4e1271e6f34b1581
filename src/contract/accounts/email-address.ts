export const longestEmailAddress = 254;

/** An email address without surrounding spaces, as the server accepts it. */
export const emailAddressForm =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether the typed text is an email address. Surrounding spaces are ignored. */
export function isEmailAddress(typed: string): boolean {
  const address = typed.trim();
  return address.length <= longestEmailAddress && emailAddressForm.test(address);
}
