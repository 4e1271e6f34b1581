import {
  ibanProblem,
  isSepaCountry,
  isSepaIban,
  maskedIban,
  plainIban,
} from '#contract/money/payout-destinations/bank-details.ts';
import type { Destination } from '#contract/money/payout-destinations/destinations.ts';
import type { FileProvider, ReadDestination, TransferOrder } from './payout-service.ts';
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
