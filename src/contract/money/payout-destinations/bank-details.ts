import { plainAccount } from '../../plain-text.ts';

// Pure rules about bank details, shared by the form and the server. Tests compare the lengths with published IBANs.

/** ISO 13616: the length of an IBAN by country. */
const ibanLengths: ReadonlyMap<string, number> = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 ' +
    'FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 ' +
    'LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 ' +
    'SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Countries whose banks accept SEPA credit transfers in euros. */
const sepaCountries: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK ' +
    'SM VA'
  ).split(' '),
);

export type IbanProblem = 'country' | 'length' | 'check_digits';

/** An IBAN as it is stored: upper case, without spaces, hyphens and the word IBAN, which is no country's beginning. */
export const plainIban = (typed: string): string => plainAccount(typed).replace(/^IBAN/, '');

/** The first thing wrong with an IBAN; undefined if it is valid. */
export function ibanProblem(typed: string): IbanProblem | undefined {
  const iban = plainIban(typed);
  const length = ibanLengths.get(iban.slice(0, 2));
  if (length === undefined) return 'country';
  if (iban.length !== length) return 'length';
  return hasGoodCheckDigits(iban) ? undefined : 'check_digits';
}

/** ISO 7064, mod 97-10: with its first four characters moved to the end, the number leaves 1 when divided by 97. */
function hasGoodCheckDigits(iban: string): boolean {
  // 00, 01 and 99 pass the modulus but are never issued.
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(iban) || /^..(00|01|99)/.test(iban)) return false;
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

/** Whether the banks of a country accept SEPA credit transfers. */
export const isSepaCountry = (country: string): boolean => sepaCountries.has(country);

/** Whether a SEPA file can pay this IBAN. */
export const isSepaIban = (iban: string): boolean => isSepaCountry(plainIban(iban).slice(0, 2));

/** All that is shown of a saved IBAN: `DE •••• 3000`. */
export function maskedIban(typed: string): string {
  const iban = plainIban(typed);
  return `${iban.slice(0, 2)} •••• ${iban.slice(-4)}`;
}

/** An address with most of its name hidden: `a•••@example.org`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, 1)}•••${address.slice(at)}`;
}
