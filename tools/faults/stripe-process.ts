import { setTimeout as sleep } from 'node:timers/promises';
import { type Manner, StripeConnectStandIn } from '#tests/support/stand-ins/stripe-connect-stand-in.ts';
import { event } from '#tests/support/stand-ins/stripe-stand-in.ts';

// A simulated Stripe in a separate process. It answers late, wrongly or not at all, and its notices come late, twice,
// out of order or not at all. Controlled by messages; reports where the money is.

export interface StripeReport {
  readonly transfers: readonly {
    readonly payoutId: string;
    readonly account: string;
    readonly cents: number;
    readonly isReversed: boolean;
    readonly isAtBank: boolean;
  }[];
  /** Requests that made a transfer or would have. */
  readonly sends: number;
  readonly manners: Readonly<Record<string, number>>;
  readonly notices: Readonly<Record<string, number>>;
}

export type ToStripe =
  | { readonly kind: 'accounts'; readonly count: number }
  | { readonly kind: 'misbehave'; readonly webhook: string }
  | { readonly kind: 'behave' }
  | { readonly kind: 'report' };
export type FromStripe =
  | { readonly kind: 'ready'; readonly port: number }
  | { readonly kind: 'accounts'; readonly ids: readonly string[] }
  | { readonly kind: 'report'; readonly report: StripeReport };

const stripe = new StripeConnectStandIn();
const tell = (message: FromStripe) => process.send?.(message);
const manners: Record<string, number> = {};
const notices: Record<string, number> = {};
const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

/** How many of a hundred transfer requests end like this; the others succeed. */
const ofSends: readonly (readonly [Manner, number])[] = [
  ['late', 10],
  ['lost_before', 7],
  ['lost_after', 9],
  ['error_before', 6],
  ['error_after', 7],
  ['wrong', 6],
];
const ofOthers: readonly (readonly [Manner, number])[] = [
  ['late', 3],
  ['lost_before', 3],
  ['error_before', 3],
];

function drawn(shares: readonly (readonly [Manner, number])[]): Manner {
  let left = Math.random() * 100;
  for (const [manner, share] of shares) {
    left -= share;
    if (left < 0) return manner;
  }
  return 'good';
}

let webhook = '';

/** Sends a notice. A server that is down misses it. */
async function notify(payload: string): Promise<void> {
  await fetch(webhook, { method: 'POST', body: payload, headers: stripe.sign(payload) }).catch(
    () => undefined,
  );
}

let isBad = true;

/**
 * Pays an account's money to its bank. One payout in ten fails and one in twenty is paid and then returned. Sends
 * notices at random.
 */
async function payOn(account: string): Promise<void> {
  const luck = Math.random();
  const payout = stripe.payOut(account, luck < 0.1 ? 'failed' : 'paid', 'no_account');
  if (payout === undefined) return;
  await tellAbout(stripe.payoutNotice(payout));
  if (luck < 0.95) return;
  await sleep(3_000);
  if (!isBad) return;
  stripe.failPayout(payout, 'account_closed');
  await tellAbout(stripe.payoutNotice(payout));
}

async function tellAbout(payload: string): Promise<void> {
  const way = Math.random();
  if (way < 0.2) return count(notices, 'never');
  if (way < 0.4) {
    count(notices, 'late');
    await sleep(5_000 * Math.random());
  } else if (way < 0.6) {
    count(notices, 'twice');
    await notify(payload);
  } else count(notices, 'once');
  await notify(payload);
}

/**
 * Pays money to banks for the life of the process, as Stripe does on its schedule. While misbehaving: now and then,
 * with notices, some of them about nothing. Afterwards: everything at once, without notices.
 */
async function goOn(): Promise<void> {
  while (true) {
    const lying = [...stripe.transfers.values()].filter(
      ({ payout, reversed }) => payout === null && !reversed,
    );
    if (isBad) {
      for (const { destination } of lying.filter(() => Math.random() < 0.2)) void payOn(destination);
      count(notices, 'about nothing');
      await notify(event('payout.paid', { id: 'po_nobody' }, { account: 'acct_nobody' }));
    } else for (const { destination } of lying) stripe.payOut(destination);
    await sleep(400);
  }
}

function report(): StripeReport {
  const transfers = [...stripe.transfers.values()].map((transfer) => ({
    payoutId: transfer.group,
    account: transfer.destination,
    cents: transfer.amount,
    isReversed: transfer.reversed,
    isAtBank: stripe.payouts.get(transfer.payout ?? '')?.status === 'paid',
  }));
  const sends = stripe.asked.filter((call) => call === 'POST /v1/transfers').length;
  return { transfers, sends, manners, notices };
}

process.on('message', (message: ToStripe) => {
  switch (message.kind) {
    case 'accounts':
      tell({ kind: 'accounts', ids: Array.from({ length: message.count }, () => stripe.addAccount()) });
      return;
    case 'misbehave':
      webhook = message.webhook;
      stripe.manner = (call) => {
        const isSend = call === 'POST /v1/transfers';
        const manner = drawn(isSend ? ofSends : ofOthers);
        if (isSend) count(manners, manner);
        return manner;
      };
      void goOn();
      return;
    case 'behave':
      isBad = false;
      stripe.manner = () => 'good';
      return;
    case 'report':
      tell({ kind: 'report', report: report() });
  }
});
process.on('disconnect', () => process.exit());
const { port } = await stripe.listen();
tell({ kind: 'ready', port });
