import { cents } from '#contract/cents.ts';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { plainIban } from '#contract/money/payout-destinations/bank-details.ts';
import type { Cents } from '#contract/primitives.ts';
import { type BatchFile, fileName, referenceOf } from './payout-service.ts';

/** The paying account, from the settings. */
export interface Debtor {
  readonly name: string;
  readonly iban: string;
  /** Payments to Switzerland and the United Kingdom require the payer's town. */
  readonly town: string;
  /** Two letters. */
  readonly country: string;
}

export interface SepaLine {
  readonly payoutId: string;
  readonly name: string;
  readonly iban: string;
  /** In US cents, as in the ledger. */
  readonly amountCents: Cents;
}

export interface SepaOrder {
  readonly id: string;
  readonly madeAt: Date;
  /** US dollars per euro in ten-thousandths: 10850 is 1.0850. */
  readonly euroRate: number;
  readonly debtor: Debtor;
  readonly lines: readonly SepaLine[];
}

/** Converts US cents to euro cents, rounded to the nearest; half a cent is rounded up. */
export const euroCents = (dollars: Cents, euroRate: number): Cents =>
  cents(Math.floor((dollars * 20_000 + euroRate) / (euroRate * 2)));

/** SEPA credit transfers as ISO 20022 pain.001.001.09, following the EPC's customer-to-bank guidelines. */
export function sepaFile({ id, madeAt, euroRate, debtor, lines }: SepaOrder): BatchFile {
  const paid = lines.map((line) => ({ ...line, euroCents: euroCents(line.amountCents, euroRate) }));
  const sum = cents(paid.reduce((total, line) => total + line.euroCents, 0));
  const totals = [tag('NbOfTxs', String(paid.length)), tag('CtrlSum', amount(sum))];
  const payer = tag('Nm', sepaText(debtor.name, 70));
  const header = tag(
    'GrpHdr',
    tag('MsgId', referenceOf(id)),
    tag('CreDtTm', `${madeAt.toISOString().slice(0, 19)}Z`),
    ...totals,
    tag('InitgPty', payer),
  );
  const instruction = tag(
    'PmtInf',
    tag('PmtInfId', referenceOf(id)),
    tag('PmtMtd', 'TRF'),
    // One booking per payment; otherwise the bank statement shows a total without names.
    tag('BtchBookg', 'false'),
    ...totals,
    tag('PmtTpInf', tag('SvcLvl', tag('Cd', 'SEPA'))),
    tag('ReqdExctnDt', tag('Dt', nextWeekday(madeAt))),
    tag('Dbtr', payer, tag('PstlAdr', tag('TwnNm', sepaText(debtor.town, 35)), tag('Ctry', debtor.country))),
    tag('DbtrAcct', tag('Id', tag('IBAN', plainIban(debtor.iban)))),
    // The IBAN identifies the bank.
    tag('DbtrAgt', tag('FinInstnId', tag('Othr', tag('Id', 'NOTPROVIDED')))),
    tag('ChrgBr', 'SLEV'),
    ...paid.map(payment),
  );
  const document = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">${tag('CstmrCdtTrfInitn', header, instruction)}</Document>`;
  return {
    name: fileName('sepa', { id, madeAt }, 'xml'),
    type: 'application/xml',
    content: `<?xml version="1.0" encoding="UTF-8"?>\n${document}\n`,
  };
}

const payment = (line: SepaLine & { readonly euroCents: Cents }): string =>
  tag(
    'CdtTrfTxInf',
    tag('PmtId', tag('EndToEndId', referenceOf(line.payoutId))),
    tag('Amt', `<InstdAmt Ccy="EUR">${amount(line.euroCents)}</InstdAmt>`),
    tag('Cdtr', tag('Nm', sepaText(line.name, 70))),
    tag('CdtrAcct', tag('Id', tag('IBAN', plainIban(line.iban)))),
    tag('RmtInf', tag('Ustrd', `Earshot payout ${line.payoutId.slice(0, 8)}`)),
  );

/** Texts went through `sepaText` and the rest is digits and letters, so nothing needs escaping. */
const tag = (name: string, ...inside: readonly string[]): string =>
  `<${name}>${inside.join('')}</${name}>${name === 'CdtTrfTxInf' || name === 'GrpHdr' ? '\n' : ''}`;

const amount = (sum: Cents): string => `${Math.floor(sum / 100)}.${String(sum % 100).padStart(2, '0')}`;

/** This day, or the Monday after a weekend. Banks postpone holidays by themselves. */
function nextWeekday(moment: Date): string {
  const day = moment.getUTCDay();
  const later = day === 6 ? 2 : day === 0 ? 1 : 0;
  return new Date(moment.getTime() + later * dayMilliseconds).toISOString().slice(0, 10);
}

// Letters left after removing accents, and the two other alphabets of SEPA countries, by the European Payments
// Council's conversion table.
const letters: Readonly<Record<string, string>> = {
  ...{
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ı: 'i',
    ł: 'l',
    ŋ: 'n',
    þ: 'th',
    ŧ: 't',
    ĸ: 'k',
  },
  ...{
    α: 'a',
    β: 'v',
    γ: 'g',
    δ: 'd',
    ε: 'e',
    ζ: 'z',
    η: 'i',
    θ: 'th',
    ι: 'i',
    κ: 'k',
    λ: 'l',
    μ: 'm',
    ν: 'n',
    ξ: 'x',
  },
  ...{ ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  ...{
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'g',
    д: 'd',
    е: 'e',
    ж: 'zh',
    з: 'z',
    и: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
  },
  ...{
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'h',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'sht',
    ъ: 'a',
    ы: 'y',
  },
  ...{
    ь: 'y',
    э: 'e',
    ю: 'yu',
    я: 'ya',
    ђ: 'dj',
    ј: 'j',
    љ: 'lj',
    њ: 'nj',
    ћ: 'c',
    џ: 'dz',
    ѕ: 'dz',
    є: 'ye',
    і: 'i',
  },
};
const signs: Readonly<Record<string, string>> = {
  '&': '+',
  '@': '(at)',
  _: '-',
  '"': "'",
  '’': "'",
  '–': '-',
  '—': '-',
};
const allowed = /[A-Za-z0-9/\-?:().,'+ ]/;

function written(character: string): string {
  if (allowed.test(character)) return character;
  const lower = character.toLowerCase();
  const letter = letters[lower];
  if (letter !== undefined)
    return lower === character ? letter : letter.charAt(0).toUpperCase() + letter.slice(1);
  return signs[character] ?? (/\s/.test(character) ? ' ' : '.');
}

/** Converts a text to the characters that every SEPA bank accepts, at most `most` of them. Others become a dot. */
export function sepaText(text: string, most: number): string {
  const plain = [...text.normalize('NFKD').replaceAll(/\p{M}/gu, '')].map(written).join('');
  // Slashes at either end or doubled have a special meaning in payment messages.
  return plain
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/ {2,}/g, ' ')
    .slice(0, most)
    .replaceAll(/^[ /]+|[ /]+$/g, '');
}

/** Whether a bank could still recognize the name: at least two letters are left. */
export const isSepaName = (name: string): boolean =>
  (sepaText(name, 70).match(/[A-Za-z]/g) ?? []).length >= 2;
