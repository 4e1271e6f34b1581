import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { event } from './stripe-stand-in.ts';

export const connectSecret = 'whsec_of_connected_accounts';
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

interface Account {
  readonly id: string;
  readonly country: string;
  readonly fields: Readonly<Record<string, string>>;
  interval: string;
  payable: boolean;
  due: readonly string[];
  disabledReason: string | null;
}

interface Transfer {
  readonly id: string;
  readonly amount: number;
  readonly destination: string;
  readonly group: string;
  readonly created: number;
  metadata: Readonly<Record<string, string>>;
  reversed: boolean;
  /** The payment to the bank that it left with. */
  payout: string | null;
}

interface Payout {
  readonly id: string;
  readonly account: string;
  readonly created: number;
  status: string;
  failureCode: string | null;
}

/**
 * How a request ends: answered, after a while, not at all before or after Stripe has done it, with an error before or after,
 * or with what was never asked for.
 */
export type Manner =
  | 'good'
  | 'late'
  | 'lost_before'
  | 'lost_after'
  | 'error_before'
  | 'error_after'
  | 'wrong';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const missing = (param?: string): Answer => ({
  status: param === undefined ? 404 : 400,
  body: {
    error: {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'No such thing.',
      ...(param ? { param } : {}),
    },
  },
});
const refused = (code: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: 'Refused.' } },
});

const signer = new Stripe('sk_test_made_up');

/** A Stripe Connect that the official SDK talks to: accounts, transfers with idempotency keys, payments to banks, signed notices. */
export class StripeConnectStandIn {
  readonly accounts = new Map<string, Account>();
  readonly transfers = new Map<string, Transfer>();
  readonly payouts = new Map<string, Payout>();
  /** Every request as method and path, oldest first. */
  readonly asked: string[] = [];
  /** What Stripe takes for each transfer, in cents. */
  transferFee = 0;
  /** What the platform has at Stripe, in cents. */
  balance = 100_000_000;
  /** Decides how a request ends. */
  manner: (call: string) => Manner = () => 'good';
  lateMilliseconds = 2_000;
  readonly #answers = new Map<string, { readonly content: string; readonly answer: Answer }>();
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  async listen(): Promise<{ host: '127.0.0.1'; port: number; protocol: 'http' }> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    const { port } = this.#server.address() as AddressInfo; // a TCP server has one
    return { host: '127.0.0.1', port, protocol: 'http' };
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => void this.#server.close(() => done()));
  }

  /** An account that has answered everything. */
  addAccount(more: Partial<Account> = {}): string {
    const id = `acct_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    this.accounts.set(id, {
      ...{ id, country: 'US', fields: {}, interval: 'daily', payable: true, due: [], disabledReason: null },
      ...more,
    });
    return id;
  }

  /** Stripe keeps keys for a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  /** Pays what lies in an account to its bank. Answers the payment's id; undefined when there was nothing. */
  payOut(
    account: string,
    status: 'paid' | 'in_transit' | 'failed' = 'paid',
    failureCode = 'account_closed',
  ): string | undefined {
    const leaving = [...this.transfers.values()].filter(
      (transfer) => transfer.destination === account && transfer.payout === null && !transfer.reversed,
    );
    if (leaving.length === 0) return undefined;
    const id = `po_${randomUUID()}`;
    const isFailed = status === 'failed';
    const created = seconds(new Date());
    this.payouts.set(id, { id, account, created, status, failureCode: isFailed ? failureCode : null });
    for (const transfer of leaving) transfer.payout = id;
    return id;
  }

  failPayout(id: string, failureCode = 'account_closed'): void {
    const payout = this.payouts.get(id);
    if (payout) Object.assign(payout, { status: 'failed', failureCode });
  }

  /** A signed notice about a payment to a bank, as Stripe sends it for a connected account. */
  payoutNotice(id: string): string {
    const payout = this.payouts.get(id);
    return event(`payout.${payout?.status}`, { id, object: 'payout' }, { account: payout?.account });
  }

  sign(payload: string, secret = connectSecret): Record<string, string> {
    return {
      'content-type': 'application/json',
      'stripe-signature': signer.webhooks.generateTestHeaderString({ payload, secret }),
    };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(await text(request))]);
    const call = `${request.method} ${url.pathname}`;
    this.asked.push(call);
    const manner = this.manner(call);
    if (manner === 'lost_before') return void response.destroy();
    const failure = { status: 500, body: { error: { type: 'api_error', message: 'Made up.' } } };
    if (manner === 'error_before') return send(response, failure);
    const header = (name: string) =>
      typeof request.headers[name] === 'string' ? request.headers[name] : undefined;
    const answer = this.#once(header('idempotency-key'), JSON.stringify([call, fields]), () =>
      this.#answer(request.method ?? '', url.pathname, fields, header('stripe-account')),
    );
    if (manner === 'late') await sleep(this.lateMilliseconds);
    if (manner === 'lost_after') return void response.destroy();
    if (manner === 'error_after') return send(response, failure);
    if (manner === 'wrong')
      return send(response, {
        status: 200,
        body: { id: 'tr_of_nobody', object: 'transfer', amount: 1, metadata: {} },
      });
    return send(response, answer);
  }

  /** The same key gives the same answer, whatever it was; with another content it is refused. */
  #once(key: string | undefined, content: string, act: () => Answer): Answer {
    if (key === undefined) return act();
    const before = this.#answers.get(key);
    if (before && before.content !== content)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Another content.' } } };
    const answer = before?.answer ?? act();
    this.#answers.set(key, { content, answer });
    return answer;
  }

  #answer(method: string, path: string, fields: Record<string, string>, account: string | undefined): Answer {
    const [, , kind = '', id = '', part = ''] = path.split('/');
    switch (`${method} ${kind}${id ? '/id' : ''}${part ? `/${part}` : ''}`) {
      case 'POST accounts':
        return this.#createAccount(fields);
      case 'GET accounts/id':
        return this.#found(this.accounts.get(id), accountBody);
      case 'POST accounts/id': {
        const known = this.accounts.get(id);
        if (known) known.interval = fields['settings[payouts][schedule][interval]'] ?? known.interval;
        return this.#found(known, accountBody);
      }
      case 'POST account_links':
        return {
          status: 200,
          body: { object: 'account_link', url: `https://connect.stripe.example/${fields.account}` },
        };
      case 'POST accounts/id/login_links':
        return this.#found(this.accounts.get(id), () => ({
          object: 'login_link',
          url: `https://connect.stripe.example/express/${id}`,
        }));
      case 'GET balance':
        return {
          status: 200,
          body: { object: 'balance', available: [{ currency: 'usd', amount: this.balance }], pending: [] },
        };
      case 'POST transfers':
        return this.#createTransfer(fields);
      case 'GET transfers':
        return listOf(
          [...this.transfers.values()]
            .filter(({ group }) => group === fields.transfer_group)
            .map((transfer) => this.#transferBody(transfer)),
        );
      case 'GET transfers/id':
        return this.#found(this.transfers.get(id), (transfer) => this.#transferBody(transfer));
      case 'POST transfers/id': {
        const known = this.transfers.get(id);
        if (known) known.metadata = { ...known.metadata, ...metadataOf(fields) };
        return this.#found(known, (transfer) => this.#transferBody(transfer));
      }
      case 'POST transfers/id/reversals': {
        const known = this.transfers.get(id);
        if (known?.reversed) return refused('charge_already_refunded');
        if (known) {
          known.reversed = true;
          this.balance += known.amount;
        }
        return this.#found(known, () => ({ id: `trr_${id}`, object: 'transfer_reversal' }));
      }
      case 'GET payouts':
        if (!this.accounts.has(account ?? '')) return noAccess;
        return listOf(
          [...this.payouts.values()]
            .filter((payout) => payout.account === account)
            .reverse()
            .map(payoutBody),
        );
      case 'GET balance_transactions':
        if (!this.accounts.has(account ?? '')) return noAccess;
        return listOf(
          [...this.transfers.values()]
            .filter(({ payout }) => payout === fields.payout)
            .map((transfer) => ({
              id: `txn_${transfer.id}`,
              source: { id: `py_${transfer.id}`, source_transfer: transfer.id },
            })),
        );
      default:
        return missing();
    }
  }

  #transferBody({ id, amount, destination, group, created, metadata, reversed }: Transfer): unknown {
    return {
      ...{ id, object: 'transfer', amount, currency: 'usd', destination, created, metadata, reversed },
      transfer_group: group,
      amount_reversed: reversed ? amount : 0,
      balance_transaction: {
        id: `txn_${id}`,
        object: 'balance_transaction',
        currency: 'usd',
        fee: this.transferFee,
      },
    };
  }

  #found<Thing>(thing: Thing | undefined, body: (thing: Thing) => unknown): Answer {
    return thing === undefined ? missing() : { status: 200, body: body(thing) };
  }

  #createAccount(fields: Record<string, string>): Answer {
    const due = ['external_account', 'individual.dob.day', 'individual.dob.year'];
    const id = this.addAccount({
      fields,
      country: fields.country ?? '',
      payable: false,
      due,
      disabledReason: 'requirements.past_due',
    });
    return this.#found(this.accounts.get(id), accountBody);
  }

  #createTransfer(fields: Record<string, string>): Answer {
    const account = this.accounts.get(fields.destination ?? '');
    if (!account) return missing('destination');
    const amount = Number(fields.amount);
    if (amount > this.balance) return refused('balance_insufficient');
    this.balance -= amount;
    const id = `tr_${randomUUID().replaceAll('-', '')}`;
    const { transfer_group: group = '' } = fields;
    const created = seconds(new Date());
    const transfer = {
      id,
      amount,
      destination: account.id,
      group,
      created,
      metadata: metadataOf(fields),
      reversed: false,
      payout: null,
    };
    this.transfers.set(id, transfer);
    return { status: 200, body: this.#transferBody(transfer) };
  }
}

const noAccess: Answer = {
  status: 403,
  body: {
    error: { type: 'invalid_request_error', code: 'account_invalid', message: 'No access to this account.' },
  },
};

const metadataOf = (fields: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );

const accountBody = ({ id, country, interval, payable, due, disabledReason }: Account) => ({
  ...{ id, object: 'account', country, type: 'express', payouts_enabled: payable },
  details_submitted: due.length === 0,
  capabilities: { transfers: payable ? 'active' : 'inactive' },
  settings: { payouts: { schedule: { interval } } },
  requirements: { currently_due: due, past_due: due, disabled_reason: disabledReason },
});

const payoutBody = ({ id, created, status, failureCode }: Payout) => ({
  ...{ id, object: 'payout', created, status, automatic: true },
  failure_code: failureCode,
});

const listOf = (data: readonly unknown[]): Answer => ({
  status: 200,
  body: { object: 'list', data, has_more: false },
});

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'stripe-should-retry': 'false',
    'request-id': 'req_1',
  });
  response.end(JSON.stringify(body));
}
