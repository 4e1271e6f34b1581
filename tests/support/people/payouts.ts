import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import type { Destination } from '#contract/money/payout-destinations/destinations.ts';
import type {
  DirectProvider,
  FileProvider,
  SendOutcome,
  TransferAnswer,
  TransferOrder,
} from '#server/adapters/payments/payout-service.ts';
import { destinationMark, sealDestination } from '#server/money/payout-destinations/destination-secret.ts';
import { completePayouts } from '#server/money/wallet/approve-payout.ts';
import type { Earshot } from '../world/earshot.ts';
import { sql } from '../world/sql.ts';
import type { ApiUser } from './api-user.ts';

/** A provider of tests: it answers as told, and remembers what it was sent and asked. */
export interface ToldProvider extends DirectProvider {
  readonly sent: TransferOrder[];
  readonly asked: string[];
  /** The next responses, each used once. After them the provider accepts every payout and has not paid it yet. */
  readonly outcomes: (SendOutcome | Error)[];
  readonly answers: (TransferAnswer | Error)[];
}

/** Opens the payout's row, as an admin has to before they approve a first payout. */
export const readsPayout = (admin: ApiUser, payoutId: string) =>
  admin.call(api.admin.readPayout, { params: { payoutId }, body: {} });

const settle = async <Answer>(told: (Answer | Error)[], otherwise: Answer): Promise<Answer> => {
  const next = told.shift() ?? otherwise;
  if (next instanceof Error) throw next;
  return next;
};

/** Takes orders of the method `local`. */
export function toldProvider(): ToldProvider {
  const provider: ToldProvider = {
    method: 'local',
    takes: 'orders',
    sent: [],
    asked: [],
    outcomes: [],
    answers: [],
    requirements: (country) => (country === 'XX' ? null : { asks: ['Nothing but a name.'] }),
    read: (typed) =>
      typed.method === 'local' && typed.conduct === 'loses_the_answer'
        ? { field: 'conduct', problem: 'Not this one.' }
        : { destination: typed, masked: 'Test account •••• 1234' },
    send: (order) => {
      provider.sent.push(order);
      return settle(provider.outcomes, { kind: 'accepted', providerId: `tr_${order.payoutId}` });
    },
    ask: ({ payoutId }) => {
      provider.asked.push(payoutId);
      return settle(provider.answers, { kind: 'sending', providerId: `tr_${payoutId}` });
    },
  };
  return provider;
}

/** Writes the payouts of a bank batch into one file, a line each. */
export const lineProvider: FileProvider = {
  method: 'bank',
  takes: 'files',
  requirements: () => ({ asks: [] }),
  read: (typed) => ({ destination: typed, masked: 'DE •••• 3000' }),
  write: ({ id, orders }) => [
    {
      name: `${id}.txt`,
      type: 'text/plain',
      content: orders
        .map(({ payoutId, amountCents, legalName }) => `${payoutId} ${amountCents} ${legalName}`)
        .join('\n'),
    },
  ],
};

export const localDestination: Destination = { method: 'local', conduct: 'pays' };
export const bankDestination: Destination = { method: 'bank', iban: 'DE89370400440532013000' };

/** A confirmed destination without a hold. Returns its id. */
export async function aPayee(
  { testDatabase, deps }: Pick<Earshot, 'testDatabase' | 'deps'>,
  userId: string,
  destination: Destination = localDestination,
): Promise<string> {
  const id = randomUUID();
  const secret = sealDestination(deps.keys, id, { destination, legalName: 'Lee Example' });
  const mark = destinationMark(deps.keys, destination);
  await sql(
    testDatabase.ownerDatabase,
    `insert into payees (id, user_id, method, country, details_encrypted, destination_mark, masked, created_at, confirmed_at)
     values ($1, $2, $3, 'DE', $4, $5, 'DE •••• 3000', now() - interval '100 hours', now() - interval '100 hours')`,
    [id, userId, destination.method, secret, mark],
  );
  return id;
}

/** Lets the time to undo pass, and completes what was approved. */
export async function completeApproved({ clock, deps }: Pick<Earshot, 'clock' | 'deps'>): Promise<void> {
  clock.advance(10);
  await completePayouts(deps);
}
