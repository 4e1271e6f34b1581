/**
 * The form of a password that is hashed, the same on every keyboard and system. NFC like RFC 8265 (OpaqueString), which
 * also makes all spaces alike. Not NFKC: it would make different passwords equal, and RFC 8265 keeps full-width letters
 * apart. Invisible characters come from copying, and the variation selectors of emoji differ between systems.
 */
export const passwordForm = (typed: string): string =>
  typed
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .normalize('NFC');
