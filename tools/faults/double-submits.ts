import { randomUUID } from 'node:crypto';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { makeClients } from './fault-run.ts';

/**
 * Sends the same act many times at the same moment, under one key and under many. Each must take effect exactly once.
 */
export async function runDoubleSubmits(
  world: LoadWorld,
  { ways, rounds }: { ways: number; rounds: number },
): Promise<{ broken: string[]; line: string }> {
  const server = await world.startServer();
  const broken = new Map<string, number>();
  const fail = (what: string) => broken.set(what, (broken.get(what) ?? 0) + 1);
  const { listeners, admins } = await makeClients(world, 1);
  const listenerId = listeners[0] ?? '';
  const listener = apiUser(world.url, listenerId, (await world.signIn(listenerId)).accessToken);
  const admin = apiUser(world.url, '', (await world.signIn(admins[0] ?? '')).accessToken);
  const atOnce = <T>(act: (i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: ways }, (_, i) => act(i)));
  const count = async () =>
    Number(
      (
        await sql(
          world.owner.database,
          'select count(*)::integer as n from payout_requests where listener_id = $1',
          [listenerId],
        )
      )[0]?.n,
    );

  for (let round = 0; round < rounds; round += 1) {
    const before = await count();
    const isOneKey = round % 2 === 0;
    const key = randomUUID();
    const asked = await atOnce(() =>
      listener.call(api.wallet.requestPayout, { body: {}, idempotencyKey: isOneKey ? key : randomUUID() }),
    );
    const ids = new Set(asked.flatMap(({ answer }) => (answer ? [answer.id] : [])));
    if (ids.size !== 1) fail(`a payout had ${ids.size} effects`);
    if (asked.some(({ status }) => status >= 500)) fail('a payout request was answered by an error');
    if (isOneKey && asked.some(({ answer }) => !answer)) fail('a repeat under the same key was refused');
    if ((await count()) !== before + 1) fail('there is another number of payout requests');
    const [payoutId = ''] = ids;
    const decisionKey = randomUUID();
    const decided = await atOnce(() =>
      admin.call(api.admin.decidePayout, {
        params: { payoutId },
        body: { status: 'rejected', reason: 'Once more.' },
        idempotencyKey: isOneKey ? decisionKey : randomUUID(),
      }),
    );
    if (decided.some(({ answer }) => !answer))
      fail('the same decision again was not answered like the first');
  }
  const [entries] = await sql(
    world.owner.database,
    `select count(*)::integer as entries, (select count(*) from ledger.audit())::integer as audit from ledger.transactions
     where kind <> 'reward' and source_id in (select id from payout_requests where listener_id = $1)`,
    [listenerId],
  );
  if (entries?.entries !== rounds * 2) fail(`${entries?.entries} entries instead of ${rounds * 2}`);
  if (entries?.audit !== 0) fail('the audit found something');
  await server.stop();
  return {
    broken: [...broken].map(([what, times]) => `${what} (${times} times)`),
    line: `${rounds * ways * 2} requests, ${entries?.entries} entries, audit ${entries?.audit}`,
  };
}
