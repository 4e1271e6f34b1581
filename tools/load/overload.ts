import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import { backAfter, type Check, settle } from '../faults/fault.ts';
import { makeClients, startLoad } from '../faults/fault-run.ts';
import { countByStatus, percentile, type Timed, timedFetch } from './latencies.ts';
import type { LoadWorld } from './load-world.ts';

const atOnce = 400;
const moneyClients = 4;
/** So few that requests also wait for connections, not only for the processor. */
const pool = '4';

/** Sends requests, `atOnce` at a time, until told to stop. */
async function press(world: LoadWorld, until: () => boolean): Promise<Timed[]> {
  const userId = await world.person({ userType: 'artist' });
  const { accessToken } = await world.signIn(userId);
  const headers = { authorization: `Bearer ${accessToken}` };
  const asked: Timed[] = [];
  const client = async () => {
    while (until()) asked.push(await timedFetch(`${world.url}${api.accounts.readProfile.path}`, { headers }));
  };
  await Promise.all(Array.from({ length: atOnce }, client));
  return asked;
}

export const overload: Check = {
  name: 'L2 overload',
  promise: 'what is too much gets 503 with Retry-After, money goes on, and all is well 10 s later',
  run: async (world, size) => {
    const money = await makeClients(world, moneyClients);
    const server = await world.startServer({ DATABASE_POOL: pool });
    const load = await startLoad(world, money);
    await sleep(settle);
    const from = Date.now();
    const ends = from + size.seconds * 1000;
    const asked = await press(world, () => Date.now() < ends);
    const until = Date.now();
    await sleep(settle);
    const after = await timedFetch(`${world.url}${api.environment.readEnvironment.path}`);
    const figures = await load.finish();
    await server.stop();
    const moneyMeanwhile = figures.answers.filter(({ at }) => at > from && at < until).length;
    const wrong = asked.filter(({ status }) => status === 0 || (status >= 500 && status !== 503));
    const untold = asked.filter(({ status, retryAfter }) => status === 503 && retryAfter === null);
    const [back = Number.POSITIVE_INFINITY] = backAfter(figures, [until]);
    return {
      line: `${atOnce} at once: ${countByStatus(asked)}; p95 ${percentile(asked, 95)} ms; ${moneyMeanwhile} acts of money meanwhile, ${figures.lost} lost, ${figures.doubled} doubled`,
      broken: [
        ...(moneyMeanwhile === 0 ? ['money stood still'] : []),
        ...(figures.lost + figures.doubled + figures.audit > 0 ? ['money was lost or doubled'] : []),
        ...(wrong.length > 0 ? [`wrong answers: ${countByStatus(wrong)}`] : []),
        ...(untold.length > 0 ? [`${untold.length} answers 503 without Retry-After`] : []),
        ...(back > 10_000 * size.patience ? [`money came back after ${back} ms`] : []),
        ...(after.status === 200 ? [] : [`afterwards a call was answered with ${after.status}`]),
      ],
    };
  },
};
