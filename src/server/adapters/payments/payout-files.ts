import { csvOf } from '#contract/csv.ts';
import { isEmailAddress, plainEmail } from '#contract/identity/email-address.ts';
import {
  ibanProblem,
  isSepaCountry,
  isSepaIban,
  maskedAddress,
  maskedIban,
  plainIban,
} from '#contract/money/payout-destinations/bank-details.ts';
import type { Destination } from '#contract/money/payout-destinations/destinations.ts';
import {
  type BatchFile,
  type FileProvider,
  fileName,
  type ReadDestination,
  type TransferBatch,
  type TransferOrder,
} from './payout-service.ts';
import { type Debtor, isSepaName, type SepaLine, sepaFile } from './sepa-file.ts';

const problems = {
  country: 'No country’s IBANs start like this.',
  length: 'This IBAN is too long or too short.',
  check_digits: 'This IBAN has a typo: its check digits don’t match.',
} as const;

/** Bank accounts in SEPA countries, through a SEPA file that a person uploads to the bank. */
export const bankFiles = (debtor: Debtor): FileProvider => ({
  method: 'bank',
  takes: 'files',
  requirements: (country) =>
    isSepaCountry(country)
      ? {
          asks: ['An IBAN of a SEPA country. We pay in euros.', 'Your name, as your bank has it.'],
        }
      : null,
  read: (typed, _country, legalName) => readBankAccount(typed, legalName),
  // Without a rate it is an export of a former version, whose file was not in euros.
  write: ({ euroRate, orders, ...batch }) =>
    euroRate === undefined || orders.length === 0
      ? []
      : [sepaFile({ ...batch, euroRate, debtor, lines: orders.map(sepaLine) })],
});

function readBankAccount(typed: Destination, legalName: string): ReadDestination {
  if (typed.method !== 'bank') return { field: 'method', problem: 'This is not a bank account.' };
  const problem = ibanProblem(typed.iban);
  if (problem) return { field: 'iban', problem: problems[problem] };
  const iban = plainIban(typed.iban);
  if (!isSepaIban(iban)) return { field: 'iban', problem: 'We can only pay IBANs of SEPA countries.' };
  if (!isSepaName(legalName)) {
    return {
      field: 'legalName',
      problem: 'Write your name in Latin, Greek or Cyrillic letters, as your bank has it.',
    };
  }
  return { destination: { method: 'bank', iban }, masked: maskedIban(iban) };
}

function sepaLine({ payoutId, amountCents, legalName: name, destination }: TransferOrder): SepaLine {
  if (destination.method !== 'bank') throw new Error('A bank file can only contain bank accounts.');
  return { payoutId, amountCents, name, iban: destination.iban };
}

/** PayPal's limit of payouts per file. */
const mostRows = 5000;

/** PayPal, through the mass payment file that a person uploads to the business account. */
export const payPalFiles = (): FileProvider => ({
  method: 'paypal',
  takes: 'files',
  requirements: () => ({
    asks: [
      'The email address of your PayPal account, confirmed at PayPal.',
      'PayPal may convert dollars and charge a fee. Unclaimed money comes back after 30 days.',
    ],
  }),
  read: readAddress,
  write: (batch) => {
    if (batch.orders.length > mostRows) throw new Error(`PayPal takes ${mostRows} payouts in a file.`);
    return batch.orders.length === 0 ? [] : [file(batch)];
  },
});

function readAddress(typed: Destination): ReadDestination {
  if (typed.method !== 'paypal') return { field: 'method', problem: 'This is not a PayPal address.' };
  const email = plainEmail(typed.email);
  if (!isEmailAddress(email)) return { field: 'email', problem: 'This isn’t an email address.' };
  if (!isUnchanged(email))
    return {
      field: 'email',
      problem: 'We can’t pay a PayPal address that starts with this character.',
    };
  return { destination: { method: 'paypal', email }, masked: maskedAddress(email) };
}

/** Recipient, amount, currency, own reference, note and wallet, without a header. */
const file = (batch: TransferBatch): BatchFile => ({
  name: fileName('paypal', batch, 'csv'),
  type: 'text/csv',
  content: csvOf(batch.orders.map(row)),
});

function row({ payoutId, amountCents, destination }: TransferOrder) {
  const address = destination.method === 'paypal' ? destination.email : '';
  if (!isUnchanged(address)) throw new Error('A PayPal file can only contain PayPal addresses.');
  return [address, { cents: amountCents }, 'USD', payPalReference(payoutId), 'Your Earshot payout', 'PAYPAL'];
}

/** The apostrophe that disarms a formula would change the address into another one. */
const isUnchanged = (address: string): boolean => address !== '' && csvOf([[address]]) === `"${address}"\r\n`;

/**
 * PayPal's 'Customer ID' holds 30 characters, two fewer than an id without hyphens. It starts with a letter, so it
 * cannot be a formula.
 */
export const payPalReference = (payoutId: string): string =>
  `P${Buffer.from(payoutId.replaceAll('-', ''), 'hex').toString('base64url')}`;
