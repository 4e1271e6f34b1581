import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import type { FromStripe, StripeReport, ToStripe } from './stripe-process.ts';

/** A simulated Stripe in a separate process, controlled by messages. */
interface Stripe {
  readonly port: number;
  accounts(count: number): Promise<readonly string[]>;
  misbehave(webhook: string): void;
  behave(): void;
  report(): Promise<StripeReport>;
  close(): void;
}

export async function startStripe(): Promise<Stripe> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'stripe-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const messages = on(child, 'message');
  const next = async <Kind extends FromStripe['kind']>(
    kind: Kind,
  ): Promise<Extract<FromStripe, { kind: Kind }>> => {
    const { value } = await messages.next();
    const message: FromStripe = value?.[0];
    const isWanted = (one: FromStripe): one is Extract<FromStripe, { kind: Kind }> => one.kind === kind;
    if (!isWanted(message)) throw new Error(`Stripe said ${message.kind} instead of ${kind}.`);
    return message;
  };
  const say = (message: ToStripe) => void child.send(message);
  const { port } = await next('ready');
  return {
    port,
    accounts: async (count) => {
      say({ kind: 'accounts', count });
      return (await next('accounts')).ids;
    },
    misbehave: (webhook) => say({ kind: 'misbehave', webhook }),
    behave: () => say({ kind: 'behave' }),
    report: async () => {
      say({ kind: 'report' });
      return (await next('report')).report;
    },
    close: () => void child.disconnect(),
  };
}
