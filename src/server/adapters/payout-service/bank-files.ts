import { csvOf } from '#contract/csv.ts';
import {
  ibanProblem,
  isAccountNumber,
  isRoutingNumber,
  isSepaIban,
  maskedAccount,
  plainIban,
} from '#contract/money/payees/bank-details.ts';
import type { Destination } from '#contract/money/payees/destinations.ts';
import { plainAccount } from '#contract/plain-text.ts';
import type { Cents } from '#contract/primitives.ts';
import { fileName } from './batch-file.ts';
import type {
  BatchFile,
  FileProvider,
  ReadDestination,
  Requirements,
  TransferBatch,
  TransferOrder,
} from './payout-service.ts';
import { type Debtor, isSepaName, type SepaLine, sepaFile } from './sepa-file.ts';

const problems = {
  country: 'No country’s IBANs start like this.',
  length: 'This IBAN is too long or too short.',
  check_digits: 'This IBAN has a typo: its check digits don’t match.',
} as const;

export interface BankFilesOptions {
  readonly minimumCents: Cents;
  /** Without it there is no SEPA file, and the CSV file has every account. */
  readonly debtor?: Debtor;
}

/**
 * Bank accounts: a SEPA file for IBANs of SEPA countries, a CSV file for all others. A person uploads them to the bank.
 */
export const bankFiles = ({ minimumCents, debtor }: BankFilesOptions): FileProvider => ({
  method: 'bank',
  takes: 'files',
  requirements: (country): Requirements => ({
    minimumCents,
    asks: [
      country === 'US'
        ? 'A US routing number and account number.'
        : 'An IBAN. Your bank may convert dollars and take a fee.',
      'Your name, as your bank has it.',
    ],
  }),
  read: readBankAccount,
  write: (batch) => {
    const sepa = debtor && batch.euroRate !== undefined ? batch.orders.flatMap(sepaLine) : [];
    const inSepa = new Set(sepa.map(({ payoutId }) => payoutId));
    const others = batch.orders.filter(({ payoutId }) => !inSepa.has(payoutId));
    return [
      ...(debtor && batch.euroRate !== undefined && sepa.length > 0
        ? [sepaFile({ ...batch, euroRate: batch.euroRate, debtor, lines: sepa })]
        : []),
      ...(others.length > 0 ? [csvFile(batch, others)] : []),
    ];
  },
});

function readBankAccount(typed: Destination, country: string): ReadDestination {
  if (typed.method !== 'bank') return { field: 'method', problem: 'This is not a bank account.' };
  if ('iban' in typed) {
    const problem = ibanProblem(typed.iban);
    if (problem) return { field: 'iban', problem: problems[problem] };
    const iban = plainIban(typed.iban);
    return { destination: { method: 'bank', iban }, masked: maskedAccount(iban) };
  }
  if (country !== 'US') return { field: 'iban', problem: 'Outside the US, enter an IBAN.' };
  const routingNumber = plainAccount(typed.routingNumber);
  const accountNumber = plainAccount(typed.accountNumber);
  if (!isRoutingNumber(routingNumber))
    return {
      field: 'routingNumber',
      problem: 'This routing number has a typo: it needs 9 digits, and its check digit doesn’t match.',
    };
  if (!isAccountNumber(accountNumber))
    return { field: 'accountNumber', problem: 'An account number has 4 to 17 digits.' };
  const destination = { method: 'bank', routingNumber, accountNumber, kind: typed.kind } as const;
  return { destination, masked: maskedAccount(accountNumber) };
}

function sepaLine({ payoutId, amountCents, legalName: name, destination }: TransferOrder): SepaLine[] {
  const iban = destination.method === 'bank' && 'iban' in destination ? destination.iban : '';
  return isSepaIban(iban) && isSepaName(name) ? [{ payoutId, amountCents, name, iban }] : [];
}

const header = [
  'Payout',
  'Name',
  'Country',
  'Routing number',
  'Account or IBAN',
  'Account type',
  'Amount',
  'Currency',
];

const csvFile = (batch: TransferBatch, orders: readonly TransferOrder[]): BatchFile => ({
  name: fileName('bank', batch, 'csv'),
  type: 'text/csv',
  content: csvOf([
    header,
    ...orders.map(({ payoutId, legalName, country, destination, amountCents }) => [
      ...[payoutId, legalName, country],
      ...accountCells(destination),
      { cents: amountCents },
      'USD',
    ]),
  ]),
});

function accountCells(destination: Destination): string[] {
  if (destination.method !== 'bank') throw new Error('A bank file can only contain bank accounts.');
  return 'iban' in destination
    ? ['', destination.iban, '']
    : [destination.routingNumber, destination.accountNumber, destination.kind];
}
