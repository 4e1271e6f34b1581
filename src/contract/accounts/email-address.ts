export const longestEmailAddress = 254;

/** An address as the server takes it, without blanks around it. */
export const emailAddressForm =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether what was typed is an address; blanks around it do not count. */
export function isEmailAddress(typed: string): boolean {
  const address = typed.trim();
  return address.length <= longestEmailAddress && emailAddressForm.test(address);
}
