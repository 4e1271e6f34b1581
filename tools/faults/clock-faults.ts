import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '#contract/index.ts';
import { apiUser } from '#tests/support/people/api-user.ts';
import { aTrack } from '#tests/support/world/rows.ts';
import { sql } from '#tests/support/world/sql.ts';
import type { LoadWorld } from '../load/load-world.ts';
import { type Fault, settle } from './fault.ts';
import { startLoad } from './fault-run.ts';

const libraries = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`,
);

/** A fault of the server's own clock; the database's stays right. */
const wrongClock = (name: string, faketime: string, leastSeconds = 0): Fault => ({
  name,
  promise: 'no session, credit or money is gained or lost by it',
  run: async (world, clients, size) => {
    const library = libraries.find((path) => existsSync(path));
    if (library === undefined) throw new Error('Wrong clocks need faketime (apt-get install faketime).');
    const people = await peopleWithDeadlines(world);
    const server = await world.startServer({
      LD_PRELOAD: library,
      FAKETIME: faketime,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const load = await startLoad(world, clients);
    await sleep(settle + Math.max(leastSeconds, size.seconds / 3) * 1000);
    const broken = await people.check();
    const figures = await load.finish();
    await server.stop();
    return { figures, back: [], broken };
  },
});

/** Repeats a request while the server answers 503, which is caused by load and not by the clock. */
async function served<Answered extends { readonly status: number }>(
  ask: () => Promise<Answered>,
): Promise<Answered> {
  for (;;) {
    const answered = await ask();
    if (answered.status !== 503) return answered;
    await sleep(settle);
  }
}

/** A user for each deadline that a wrong clock could move. */
async function peopleWithDeadlines(world: LoadWorld) {
  const owner = world.owner.database;
  const artistId = await world.person({ userType: 'artist' });
  // This month's one free upload is used up.
  await aTrack(owner, { artistId });
  await sql(
    owner,
    `insert into upload_limits (user_id, remaining, period_start)
     values ($1, 0, date_trunc('month', now() at time zone 'UTC'))`,
    [artistId],
  );
  const artist = await world.signIn(artistId);
  const overId = await world.person({ userType: 'listener' });
  const over = await world.signIn(overId);
  await sql(
    owner,
    `update sessions set created_at = now() - interval '400 days', last_seen_at = now() - interval '399 days'
      where user_id = $1`,
    [overId],
  );
  const as = ({ userId, accessToken }: typeof artist) => apiUser(world.url, userId, accessToken);
  return {
    check: async (): Promise<string[]> => {
      const profile = await served(() => as(artist).call(api.accounts.readProfile, {}));
      const uploads = await served(() =>
        as(artist).call(api.subscriptions.getUploadEligibility, { body: {} }),
      );
      const ended = await served(() => as(over).call(api.accounts.readProfile, {}));
      return [
        ...(profile.status === 200 ? [] : [`a good session was answered with ${profile.status}`]),
        ...(uploads.answer?.canUpload === false ? [] : ['a credit was gained']),
        ...(ended.status === 401 ? [] : [`a session that is over was answered with ${ended.status}`]),
      ];
    },
  };
}

/** At one minute per second, this covers an access token's life (15 minutes) and a run of the hourly jobs. */
const tokenLifeSeconds = 65;

export const clockFaults: readonly Fault[] = [
  wrongClock('F10a the server’s clock 10 minutes behind', '-10m'),
  wrongClock('F10b the server’s clock 25 hours ahead', '+25h'),
  wrongClock('F10c the server’s clock 40 days ahead, in another month', '+40d'),
  wrongClock('F10d the server’s clock running 60 times as fast', '+0 x60', tokenLifeSeconds),
];
