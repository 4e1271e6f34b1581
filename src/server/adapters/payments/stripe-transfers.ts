import type { IncomingHttpHeaders } from 'node:http';
import Stripe from 'stripe';
import { cents } from '#contract/cents.ts';
import type { Cents } from '#contract/primitives.ts';
import type {
  DirectProvider,
  SendOutcome,
  TransferAnswer,
  TransferOrder,
  TransferQuestion,
} from './payout-service.ts';
import {
  failedBecause,
  isGone,
  isPayable,
  readAccount,
  stoppedBecause,
  stripeAccounts,
} from './stripe-accounts.ts';
import { isSignedByStripe, openStripe, type StripeServer } from './stripe-client.ts';
import { payoutWith, transferNoticeOf, transfersIn } from './stripe-transfer-notices.ts';

export interface StripeTransfersOptions {
  readonly secretKey: string;
  /** The secrets of the endpoints for connected accounts and for our own account. */
  readonly webhookSecrets: readonly string[];
  /** The country of the platform's own Stripe account; two letters. */
  readonly platformCountry: string;
  /** Countries that can be paid, with Stripe's minimum amount. */
  readonly countries: ReadonlyMap<string, Cents>;
  /** Smaller transfers wait for the next one, because Stripe charges a fee for each account and month. */
  readonly leastTransferCents: Cents;
  readonly server?: StripeServer;
}

const gone = {
  kind: 'refused',
  reason: 'Your Stripe account is closed or no longer connected with us. Choose a destination again.',
  isDead: true,
} as const;

/** Stripe Connect: a transfer to the listener's Stripe account, from which Stripe pays the bank account by itself. */
export function stripeTransfers(options: StripeTransfersOptions): DirectProvider {
  const { platformCountry, countries, webhookSecrets, leastTransferCents } = options;
  const stripe = openStripe(options.secretKey, options.server);
  return {
    method: 'stripe',
    takes: 'orders',
    sendsFrom: new Map(
      [...countries].map(([country, least]) => [country, cents(Math.max(least, leastTransferCents))]),
    ),
    requirements: (country) =>
      countries.has(country) ? { asks: asksBefore(country !== platformCountry) } : null,
    read: (typed) =>
      typed.method === 'stripe'
        ? { destination: typed, masked: `Stripe •••• ${typed.accountId.slice(-4)}` }
        : { field: 'method', problem: 'This is not a Stripe account.' },
    onboarding: stripeAccounts(stripe, platformCountry),
    send: (order) => send(stripe, order),
    ask: (question) => ask(stripe, question),
    readNotice: async (body: Buffer, headers: IncomingHttpHeaders) => {
      const signature = headers['stripe-signature'];
      const isSigned = webhookSecrets.some((secret) => isSignedByStripe(stripe, body, signature, secret));
      return isSigned ? transferNoticeOf(body) : undefined;
    },
    transfersIn: ({ accountId, bankPaymentId }) => transfersIn(stripe, accountId, bankPaymentId),
  };
}

const asksBefore = (isAbroad: boolean): string[] => [
  'Stripe asks for your name, address, date of birth, an identity or tax number and a bank account. We never see them.',
  isAbroad
    ? 'Stripe converts dollars to your currency for a fee. Money arrives 2 to 7 days after we send it.'
    : 'Money arrives 2 to 4 days after we send it.',
];

async function send(stripe: Stripe, order: TransferOrder): Promise<SendOutcome> {
  if (order.destination.method !== 'stripe') throw new Error('Only Stripe accounts are paid by Stripe.');
  const { accountId } = order.destination;
  try {
    const [account, balance] = await Promise.all([readAccount(stripe, accountId), stripe.balance.retrieve()]);
    if (!account) return gone;
    // Stripe would accept the transfer and hold it.
    if (!isPayable(account)) return { kind: 'refused', reason: stoppedBecause(account) };
    // Stripe would refuse and repeat that refusal for a day, even after a top-up. So send nothing; then nothing was
    // received.
    if (availableDollars(balance) < order.amountCents) return { kind: 'unknown' };
    const transfer = await stripe.transfers.create(
      {
        amount: order.amountCents,
        currency: 'usd',
        destination: accountId,
        description: order.reference,
        transfer_group: order.payoutId,
        metadata: { payout_id: order.payoutId },
      },
      { idempotencyKey: `payout ${order.payoutId}` },
    );
    return isOf(transfer, order.payoutId) && transfer.amount === order.amountCents
      ? { kind: 'accepted', providerId: transfer.id }
      : { kind: 'unknown' };
  } catch (error) {
    return outcomeOf(error);
  }
}

const availableDollars = ({ available }: Stripe.Balance): number =>
  available.reduce((sum, { currency, amount }) => (currency === 'usd' ? sum + amount : sum), 0);

const isOf = ({ metadata, transfer_group: group }: Stripe.Transfer, payoutId: string): boolean =>
  metadata.payout_id === payoutId && group === payoutId;

/** Stripe's error codes that are final for a transfer. Any other error may be temporary. */
const refusals: Readonly<Record<string, string>> = {
  capability_not_active: 'Stripe needs more details from you before it can pay you.',
  transfers_not_allowed: 'Stripe can’t pay your account. Choose another way to be paid.',
  country_unsupported: 'Stripe can’t pay accounts in your country. Choose another way to be paid.',
  amount_too_small: 'The amount is below what Stripe sends to your country.',
};

function outcomeOf(error: unknown): SendOutcome {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  if (isGone(error)) return gone;
  const reason = refusals[error.code ?? ''];
  const isAnswer = error instanceof Stripe.errors.StripeInvalidRequestError;
  return isAnswer && reason !== undefined ? { kind: 'refused', reason } : { kind: 'unknown' };
}

async function ask(stripe: Stripe, question: TransferQuestion): Promise<TransferAnswer> {
  try {
    const transfer = await find(stripe, question);
    if (!transfer) return { kind: 'never_received' };
    if (transfer.reversed) return { kind: 'failed', reason: reversedBecause(transfer) };
    return await arrivalOf(stripe, transfer, question.payoutId);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return { kind: 'unknown' };
    throw error;
  }
}

/** Finds a transfer by its id, or by its payout if the response with the id was lost. */
async function find(
  stripe: Stripe,
  { payoutId, providerId }: TransferQuestion,
): Promise<Stripe.Transfer | undefined> {
  if (providerId !== null) return stripe.transfers.retrieve(providerId, { expand: ['balance_transaction'] });
  const { data } = await stripe.transfers.list({
    transfer_group: payoutId,
    limit: 10,
    expand: ['data.balance_transaction'],
  });
  return data.find((transfer) => isOf(transfer, payoutId));
}

/** Stripe's fee for this transfer, if it charges single transfers; others only appear on its bills. */
function costOf({ balance_transaction: booked }: Stripe.Transfer): { readonly costCents?: Cents } {
  const isInDollars = booked !== null && typeof booked === 'object' && booked?.currency === 'usd';
  return isInDollars && booked.fee > 0 ? { costCents: cents(booked.fee) } : {};
}

const failureNote = 'failure';
const reversedBecause = ({ metadata }: Stripe.Transfer): string =>
  metadata[failureNote] ?? 'The payment was reversed at Stripe.';

/**
 * How far the money got from the Stripe account to the bank. A transfer that the bank rejected is reversed before it
 * counts as failed.
 */
async function arrivalOf(
  stripe: Stripe,
  transfer: Stripe.Transfer,
  payoutId: string,
): Promise<TransferAnswer> {
  const providerId = transfer.id;
  const account =
    typeof transfer.destination === 'string' ? transfer.destination : (transfer.destination?.id ?? '');
  const payout = await payoutWith(stripe, account, transfer).catch((error: unknown) => {
    // An account that disappeared after it was paid gives no more information.
    if (isGone(error)) return undefined;
    throw error;
  });
  if (payout?.status === 'paid') return { kind: 'paid', providerId, ...costOf(transfer) };
  if (payout?.status !== 'failed' && payout?.status !== 'canceled')
    return { kind: 'sending', providerId, ...costOf(transfer) };
  const reason = failedBecause(payout);
  await stripe.transfers.update(providerId, { metadata: { [failureNote]: reason } });
  await stripe.transfers.createReversal(providerId, {}, { idempotencyKey: `reversal ${payoutId}` });
  return { kind: 'failed', reason };
}
