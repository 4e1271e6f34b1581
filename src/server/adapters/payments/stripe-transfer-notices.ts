import type Stripe from 'stripe';
import { z } from 'zod';
import { jsonOf } from '../../foundation/json-of.ts';
import type { TransferNotice } from './payout-service.ts';

type Subject = Partial<Pick<TransferNotice, 'accountId' | 'transferId' | 'bankPaymentId'>>;

const Itself = z.object({ id: z.string() });
const itself = (object: unknown): string => Itself.parse(object).id;

/**
 * All events to enable at Stripe for payouts, with what to read for each. docs/operations.md has the same list; a test
 * compares them.
 */
const readers = {
  'account.updated': (object: unknown): Subject => ({ accountId: itself(object) }),
  'account.application.deauthorized': (_: unknown, accountId: string | null): Subject => ({ accountId }),
  'payout.paid': (object: unknown, accountId: string | null): Subject => ({
    accountId,
    bankPaymentId: itself(object),
  }),
  'payout.failed': (object: unknown, accountId: string | null): Subject => ({
    accountId,
    bankPaymentId: itself(object),
  }),
  'transfer.reversed': (object: unknown): Subject => ({ transferId: itself(object) }),
} as const satisfies Partial<
  Record<Stripe.Event['type'], (object: unknown, accountId: string | null) => Subject>
>;

export const handledTransferEvents: readonly string[] = Object.keys(readers);

const Envelope = z.object({
  id: z.string().regex(/^[\w-]{1,255}$/),
  type: z.string().max(200),
  account: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  data: z.object({ object: z.unknown() }).optional(),
});

/** Undefined if these bytes are not an event. An event we cannot use has no ids and a reason. */
export function transferNoticeOf(body: Buffer): TransferNotice | undefined {
  const parsed = Envelope.safeParse(jsonOf(body.toString()));
  if (!parsed.success) return undefined;
  const { id, type: kind, account, data } = parsed.data;
  const nothing = { id, kind, accountId: null, transferId: null, bankPaymentId: null };
  const reader = Object.entries(readers).find(([type]) => type === kind)?.[1];
  if (data === undefined) return { ...nothing, ignored: 'it has no data (a thin event)' };
  if (!reader) return { ...nothing, ignored: 'Earshot does not handle this type' };
  try {
    const subject = reader(data.object, account);
    const isNamed = Boolean(subject.accountId ?? subject.transferId);
    return { ...nothing, ...subject, ...(isNamed ? {} : { ignored: 'it names no connected account' }) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { ...nothing, ignored: 'it has an unknown format' };
  }
}

/** How many of an account's newest bank payments are searched for a transfer: a month of daily ones. */
const mostPayouts = 31;

/** Ids of our transfers in one payment from a connected account to its bank. */
export async function transfersIn(stripe: Stripe, stripeAccount: string, payout: string): Promise<string[]> {
  const listed = stripe.balanceTransactions.list(
    { payout, limit: 100, expand: ['data.source'] },
    { stripeAccount },
  );
  const found: string[] = [];
  for await (const { source } of listed) {
    const transfer =
      source !== null && typeof source === 'object' && 'source_transfer' in source && source.source_transfer;
    if (transfer) found.push(typeof transfer === 'string' ? transfer : transfer.id);
  }
  return found;
}

/** The bank payment that included a transfer, if there is one yet. */
export async function payoutWith(
  stripe: Stripe,
  account: string,
  transfer: Stripe.Transfer,
): Promise<Stripe.Payout | undefined> {
  const { data } = await stripe.payouts.list(
    { created: { gte: transfer.created }, limit: mostPayouts },
    { stripeAccount: account },
  );
  for (const payout of data) {
    if ((await transfersIn(stripe, account, payout.id)).includes(transfer.id)) return payout;
  }
  return undefined;
}
