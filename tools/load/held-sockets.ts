import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import type { Check } from '../faults/fault.ts';
import type { LoadWorld, SignedIn } from './load-world.ts';
import { readMetrics } from './read-metrics.ts';
import { openTab, type Tab } from './tab.ts';

const mostMegabytes = 400;
const backSeconds = 30;
const openedAtOnce = 50;
/** One token in so many has expired when the server comes back. */
const expiredOneIn = 10;

interface Person {
  readonly tab: Tab;
  /** From now on the server no longer accepts the token. */
  expire(): void;
}

export const heldSockets: Check = {
  name: 'L3 thousands of sockets, and kill -9',
  promise: `at most ${mostMegabytes} MB, all back within ${backSeconds} s, a refresh for each user at most`,
  run: async (world, { users, seconds, patience }) => {
    let server = await world.startServer();
    const people: Person[] = [];
    for (let i = 0; i < users; i += openedAtOnce) {
      const batch = Array.from({ length: Math.min(openedAtOnce, users - i) }, () => aPerson(world));
      people.push(...(await Promise.all(batch)));
    }
    const waiting = () => people.filter(({ tab }) => !tab.isAlive()).length;
    const untilAllAlive = async (within: number) => {
      const started = performance.now();
      while (waiting() > 0 && performance.now() - started < within * 1000) await sleep(50);
      return (performance.now() - started) / 1000;
    };
    await untilAllAlive(backSeconds * patience);
    const heldAtFirst = users - waiting();
    await sleep(seconds * 1000);
    const lostMeanwhile = people.reduce((sum, { tab }) => sum + tab.losses(), 0);
    const { megabytes } = await readMetrics(world.url);

    const expired = people.filter((_, i) => i % expiredOneIn === 0);
    for (const person of expired) person.expire();
    await server.kill();
    server = await world.startServer();
    const back = await untilAllAlive(backSeconds * patience);
    const missing = waiting();
    const { value } = await readMetrics(world.url);
    const refreshes = value('earshot_requests_total{call="accounts.refreshSession",status="200"}');
    const sockets = value('earshot_sockets');
    for (const { tab } of people) tab.close();
    await server.stop();
    const refused = people.flatMap(({ tab }) => tab.refusals).length;
    return {
      line: `${heldAtFirst} of ${users} sockets held for ${seconds} s with ${megabytes} MB; after kill -9 ${users - missing} back ${back.toFixed(1)} s after the start, ${refreshes} refreshes for ${expired.length} tokens that had run out`,
      broken: [
        ...(heldAtFirst < users ? [`${users - heldAtFirst} did not connect`] : []),
        ...(lostMeanwhile > 0 ? [`${lostMeanwhile} were lost while they were held`] : []),
        ...(megabytes > mostMegabytes ? [`${megabytes} MB`] : []),
        ...(missing > 0 ? [`${missing} did not come back`] : []),
        ...(refreshes !== expired.length ? [`${refreshes} refreshes`] : []),
        ...(refused > 0 ? [`${refused} were turned away`] : []),
        ...(sockets < users - missing ? [`the server counts ${sockets}`] : []),
      ],
    };
  },
};

async function aPerson(world: LoadWorld): Promise<Person> {
  const signedIn = await world.signIn(await world.person({ userType: 'listener' }));
  let token = signedIn.accessToken;
  // The tabs of a browser share one refresh, however many of them ask for it.
  let renewing: Promise<string> | undefined;
  const renew = async () => {
    renewing ??= refresh(world.url, signedIn);
    token = await renewing;
  };
  return {
    tab: openTab(
      world.url,
      () => token,
      () => void renew(),
    ),
    expire: () => {
      token = 'a.token.of-yesterday';
    },
  };
}

async function refresh(url: string, { refreshToken }: SignedIn): Promise<string> {
  const { path, method } = api.accounts.refreshSession;
  const headers = { cookie: `rt=${refreshToken}`, origin: url };
  const answer = await fetch(`${url}${path}`, { method, headers });
  return Session.parse(await answer.json()).accessToken;
}
