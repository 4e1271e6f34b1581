import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import type { Check } from '../faults/fault.ts';
import { countByStatus, percentile, type Timed, timedFetch } from './latencies.ts';

const burst = 200;
const others = 40;

export const signInBurst: Check = {
  name: 'L6 200 sign-ins at once',
  promise: 'two hashes at a time, fifty wait, the rest gets 429 at once, and other calls go on',
  run: async (world, { patience }) => {
    const server = await world.startServer();
    const userId = await world.person({ userType: 'listener' });
    const { accessToken } = await world.signIn(userId);
    const signIn = (i: number) =>
      timedFetch(`${world.url}${api.accounts.signIn.path}`, {
        method: api.accounts.signIn.method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `nobody-${i}@example.org`, password: 'not a password of anybody' }),
      });
    const bursting = Promise.all(Array.from({ length: burst }, (_, i) => signIn(i)));
    const read: Timed[] = [];
    for (let i = 0; i < others; i += 1) {
      const headers = { authorization: `Bearer ${accessToken}` };
      read.push(await timedFetch(`${world.url}${api.wallet.readWallet.path}`, { headers }));
    }
    const asked = await bursting;
    const health = await apiUser(world.url, '', undefined).fetch('/health');
    await server.stop();
    const refused = asked.filter(({ status }) => status === 429);
    const wrong = [...asked, ...read].filter(({ status }) => status === 0 || status >= 500);
    return {
      line: `${countByStatus(asked)}; 429 within p95 ${percentile(refused, 95)} ms; a wallet beside it p95 ${percentile(read, 95)} ms`,
      broken: [
        ...(refused.length === 0 ? ['nobody was turned away'] : []),
        ...(wrong.length > 0 ? [`wrong answers: ${countByStatus(wrong)}`] : []),
        ...(percentile(read, 95) > 300 * patience ? ['other calls were held up'] : []),
        ...(health.status === 200 ? [] : ['afterwards it was not well']),
      ],
    };
  },
};
