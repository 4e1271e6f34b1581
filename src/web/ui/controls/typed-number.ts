/** What was typed as a whole number; undefined if it is none. */
export const typedNumber = (typed: string): number | undefined =>
  /^\d{1,9}$/.test(typed) ? Number(typed) : undefined;
