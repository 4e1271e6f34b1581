const invisible = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const unsendable = /[\p{Cc}\p{Cs}]/gu;

/** The words to search for; empty with fewer visible letters than the server searches for. */
export const searchWords = (typed: string, fewest = 1): string =>
  typed.replace(invisible, '').length < fewest ? '' : typed.replace(unsendable, '').trim();
