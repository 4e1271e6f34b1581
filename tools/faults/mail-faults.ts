import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import type { ServerProcess } from '#tests/support/world/server-process.ts';
import { sqlRow } from '#tests/support/world/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import type { Check } from './fault.ts';

/** How far a delivery has come when the server is killed. */
const steps = ['recipient named', 'content received', 'taken'] as const;
type Step = (typeof steps)[number];

interface Received {
  readonly to: string;
  readonly text: string;
}

interface MailServer {
  readonly received: readonly Received[];
  /** Called at each step of a delivery, which waits for the result. */
  onStep: (step: Step, to: string) => Promise<void>;
  close(): Promise<void>;
}

async function startMailServer(port: number): Promise<MailServer> {
  const received: Received[] = [];
  const state: { onStep: MailServer['onStep'] } = { onStep: async () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _session, done) => {
      void state.onStep('recipient named', address).then(() => done());
    },
    onData: (content, session, done) => {
      const [to] = session.envelope.rcptTo.map(({ address }) => address);
      let text = '';
      content.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      content.on('end', async () => {
        await state.onStep('content received', to ?? '');
        received.push({ to: to ?? '', text });
        done();
        await state.onStep('taken', to ?? '');
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    received,
    set onStep(next: MailServer['onStep']) {
      state.onStep = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const password = 'a velvet curtain at noon';

async function signUpAt(world: LoadWorld): Promise<{ email: string; status: number }> {
  const email = `${randomUUID()}@example.org`;
  const nobody = apiUser(world.url, '', undefined);
  const { status } = await nobody.call(api.accounts.signUp, { body: { email, password } });
  return { email, status };
}

const waitingMails = async ({ owner }: LoadWorld) =>
  Number(
    (await sqlRow(owner.database, 'select count(*)::integer as waiting from outbox where sent_at is null'))
      .waiting,
  );

async function until(isSo: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (await isSo()) return true;
    await sleep(100);
  }
  return false;
}

/** The tokens of the links in all mails to an address. Quoted-printable breaks lines inside them. */
const linksTo = ({ received }: MailServer, address: string): Set<string> =>
  new Set(
    received
      .filter(({ to }) => to === address)
      .flatMap(({ text }) => [
        ...text.replaceAll('=\r\n', '').matchAll(/token=3D([\w-]+)|token=([\w-]{20,})/g),
      ])
      .map(([, encoded, plain]) => encoded ?? plain ?? ''),
  );

export const killWhileMailing: Check = {
  name: 'F2a kill -9 while a mail is sent',
  promise: 'each mail arrives, with never more than one link',
  run: async (world, { times, patience }) => {
    const port = await world.freePort();
    const mails = await startMailServer(port);
    const settings = { SMTP_URL: `smtp://127.0.0.1:${port}` };
    const broken: string[] = [];
    const people: string[] = [];
    let server: ServerProcess = await world.startServer(settings);
    for (let i = 0; i < times; i += 1) {
      const step = steps[i % steps.length];
      const killed = Promise.withResolvers<void>();
      mails.onStep = async (reached) => {
        if (reached !== step) return;
        mails.onStep = async () => undefined;
        await server.kill();
        killed.resolve();
      };
      const { email, status } = await signUpAt(world);
      if (status >= 300) broken.push(`signing up was answered with ${status}`);
      people.push(email);
      await killed.promise;
      server = await world.startServer(settings);
    }
    // A dead worker's job is released within ten seconds, and then waits its turn.
    const allThere = await until(async () => (await waitingMails(world)) === 0, 90 * patience);
    if (!allThere) broken.push(`${await waitingMails(world)} mails still wait`);
    for (const email of people) {
      const links = linksTo(mails, email);
      if (links.size !== 1) broken.push(`${links.size} links were mailed to one address`);
    }
    await server.stop();
    await mails.close();
    const received = mails.received.filter(({ to }) => people.includes(to)).length;
    return { line: `${people.length} mails, ${received} times received`, broken };
  },
};

export const mailServerAway: Check = {
  name: 'F11 the mail server is away',
  promise: 'signing up works, and then each mail arrives once',
  run: async (world, { times, seconds, patience }) => {
    const port = await world.freePort();
    const server = await world.startServer({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const broken: string[] = [];
    let arrived = 0;
    for (let i = 0; i < times; i += 1) {
      const people = [];
      for (let person = 0; person < 5; person += 1) people.push(await signUpAt(world));
      const refused = people.filter(({ status }) => status >= 300);
      if (refused.length > 0) broken.push(`${refused.length} could not sign up`);
      await sleep(seconds * 1000);
      const mails = await startMailServer(port);
      // Each retry waits e times as long as the one before.
      const isEmpty = await until(
        async () => (await waitingMails(world)) === 0,
        (30 + seconds * 3) * patience,
      );
      if (!isEmpty) broken.push(`${await waitingMails(world)} mails still wait`);
      for (const { email } of people) {
        const times = mails.received.filter(({ to }) => to === email).length;
        if (times !== 1) broken.push(`a mail arrived ${times} times`);
      }
      arrived += people.length;
      await mails.close();
    }
    await server.stop();
    return { line: `${arrived} mails after ${seconds} s without a mail server`, broken };
  },
};
