import { z } from 'zod';
import { call } from '../../call.ts';
import { PageQuery, pageOf } from '../../page.ts';
import { Cents, Id, Timestamp } from '../../primitives.ts';
import {
  destinationMethods,
  fileMethods,
  transferStates,
  transferWaits,
} from '../payout-destinations/destinations.ts';

/** Methods paid by a file that a person uploads. */
export const FileMethod = z.enum(fileMethods);

export const PayoutExport = z.strictObject({
  id: Id,
  madeAt: Timestamp,
  madeBy: z.string(),
  lineCount: z.int().positive(),
  totalCents: Cents,
  /** Null for files from before destinations existed. */
  method: FileMethod.nullable(),
  /** Lines not confirmed or returned yet. */
  openLines: z.int(),
});
export type PayoutExport = z.infer<typeof PayoutExport>;

/** One payout of a file, and its outcome. */
export const ExportLine = z.strictObject({
  payoutId: Id,
  listenerId: Id,
  displayName: z.string(),
  destination: z.string().nullable(),
  amountCents: Cents,
  /** Null for files from before destinations existed. */
  transfer: z.enum(transferStates).nullable(),
  reason: z.string().nullable(),
});
export type ExportLine = z.infer<typeof ExportLine>;

export const listPayoutExports = call({
  method: 'GET',
  path: '/api/admin/payout-exports',
  summary: 'The payout files for the bank or payment service, newest first, ten a page.',
  spec: [],
  who: 'admin',
  query: PageQuery,
  answer: pageOf(PayoutExport),
  status: 200,
  refusals: [],
});

export const exportPayouts = call({
  method: 'POST',
  path: '/api/admin/payout-exports',
  summary:
    'Creates one file with all approved payouts that can be sent with this kind of file, at most 2000.',
  spec: [],
  who: 'admin',
  body: z.discriminatedUnion('method', [
    z.strictObject({ method: z.literal('paypal') }),
    z.strictObject({
      method: z.literal('bank'),
      /** US dollars per euro in ten-thousandths: 10850 is 1.0850. */
      euroRate: z.int().min(1000).max(100_000),
    }),
  ]),
  answer: PayoutExport,
  status: 201,
  limit: 'decision',
  refusals: ['nothing_to_export'],
  idempotencyKey: true,
});

export const handOverPayouts = call({
  method: 'POST',
  path: '/api/admin/payout-exports/{exportId}/handing-over',
  summary:
    'Returns the files of an export, identical each time, with the destinations stored in its payouts.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ exportId: Id }),
  body: z.strictObject({}),
  answer: z.strictObject({
    files: z.array(z.strictObject({ name: z.string(), type: z.string(), content: z.string() })),
  }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found'],
});

export const listExportLines = call({
  method: 'GET',
  path: '/api/admin/payout-exports/{exportId}/lines',
  summary: 'The payouts of an export with the result of each, 50 a page.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ exportId: Id }),
  query: PageQuery,
  answer: pageOf(ExportLine),
  status: 200,
  refusals: [],
});

export const OpenTransfer = z.strictObject({
  payoutId: Id,
  listenerId: Id,
  displayName: z.string(),
  amountCents: Cents,
  approvedAt: Timestamp,
  /** Approved by rule rather than by an admin. */
  isByRule: z.boolean(),
  method: z.enum(destinationMethods).nullable(),
  destination: z.string().nullable(),
  transfer: z.enum(['waiting', 'sending', 'checking']),
  /** Null once it was sent, and if it waits for nothing else. */
  waitsFor: z.enum(transferWaits).nullable(),
  /** It is sent once the payouts that wait for its destination reach this amount together; null if that is not needed. */
  waitsForCents: Cents.nullable(),
  sentAt: Timestamp.nullable(),
  /** The payment service has had it for 14 days, so an admin may confirm it or return it to the balance. */
  canBeEnded: z.boolean(),
});
export type OpenTransfer = z.infer<typeof OpenTransfer>;

export const listOpenTransfers = call({
  method: 'GET',
  path: '/api/admin/transfers',
  summary:
    'Approved payouts that have not arrived yet, earliest approval first: what each waits for, or since when its payment service has it. Payouts in files are listed with their file.',
  spec: [],
  who: 'admin',
  query: PageQuery,
  answer: pageOf(OpenTransfer),
  status: 200,
  refusals: [],
});

export const confirmPayout = call({
  method: 'POST',
  path: '/api/admin/payout-requests/{payoutId}/arrival',
  summary:
    'Confirms that a payout has arrived: one in a file, or one that its payment service has had for 14 days. A repeat changes nothing.',
  spec: [],
  who: 'admin',
  params: z.strictObject({ payoutId: Id }),
  body: z.strictObject({}),
  answer: z.strictObject({ id: Id, transfer: z.literal('paid') }),
  status: 200,
  limit: 'decision',
  refusals: ['not_found', 'own_decision', 'already_decided'],
});
