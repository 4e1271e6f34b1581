import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import { childEnvironment } from '#tests/support/world/child-environment.ts';
import { prepareDatabase } from '#tests/support/world/prepared-database.ts';
import { type ServerHere, startServerHere } from '#tests/support/world/server-here.ts';

const root = join(import.meta.dirname, '../../..');
const dataDirectory = mkdtempSync(join(tmpdir(), 'earshot-samples-'));
const environment = { ...childEnvironment, DATA_DIR: dataDirectory };
let server: ServerHere;
let printed: string;

const command = async (script: string) =>
  (
    await promisify(execFile)(process.execPath, [`scripts/${script}.ts`], {
      cwd: root,
      env: environment,
    })
  ).stdout;

beforeAll(async () => {
  await prepareDatabase(dataDirectory);
  server = await startServerHere({ DATA_DIR: dataDirectory });
  printed = await command('seed');
}, 600_000);

afterAll(async () => {
  await server.stop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

async function signedIn(email: string, password: string): Promise<ApiUser> {
  const nobody = apiUser(server.url, '', undefined);
  const { user, accessToken } = await nobody.get(api.accounts.signIn, { body: { email, password } });
  return apiUser(server.url, user.id, accessToken);
}

const samplePassword = () => /all with the password "([^"]+)"/.exec(printed)?.[1] ?? '';
const operator = () =>
  signedIn('operator@sample.invalid', /has the password "([^"]+)"/.exec(printed)?.[1] ?? '');
const people = (userType: string) =>
  [...printed.matchAll(new RegExp(`^ {2}(\\S+@sample\\.invalid) +${userType}\\b`, 'gm'))].map(
    ([, email = '']) => email,
  );

test('samples are created on a running server, once', async () => {
  expect(printed).toContain('The admin operator@sample.invalid has the password');
  expect(await command('seed')).toContain('The samples already exist.');
  expect(people('listener')).toContain('otis@sample.invalid');
}, 90_000);

test('each sample listener’s earnings equal their payouts plus their balance, on every page', async () => {
  const admin = await operator();
  let paid = 0;
  for (const email of people('listener')) {
    const listener = await signedIn(email, samplePassword());
    const wallet = await listener.get(api.wallet.readWallet, {});
    const { items: payouts } = await listener.get(api.wallet.listPayoutRequests, { query: {} });
    const sumOf = (status: string) =>
      payouts
        .filter((payout) => payout.status === status)
        .reduce((sum, { amountCents }) => sum + amountCents, 0);
    paid += sumOf('completed');
    expect(sumOf('pending')).toBe(wallet.pendingCents);
    expect(wallet.availableCents + wallet.pendingCents + sumOf('completed')).toBe(wallet.totalEarningsCents);
    const { items: movements } = await listener.get(api.wallet.listMovements, { query: { size: 200 } });
    expect(new Set(movements.map(({ kind }) => kind)).has('correction')).toBe(false);

    const stats = await listener.get(api.reviews.readReviewStats, {});
    const { money, reviews } = await admin.get(api.admin.readUser, { params: { userId: listener.userId } });
    expect(money).toEqual({
      availableCents: wallet.availableCents,
      pendingCents: wallet.pendingCents,
      earnedCents: wallet.totalEarningsCents,
      paidOutCents: sumOf('completed'),
    });
    expect(stats.totalEarnedCents).toBe(wallet.totalEarningsCents);
    expect(reviews.approved * 15).toBe(wallet.totalEarningsCents);
  }
  expect(paid).toBeGreaterThanOrEqual(500);
  const { pendingPayouts, waitingReviews } = await admin.get(api.admin.readPlatformStats, {});
  expect(pendingPayouts).toBe(2);
  expect(waitingReviews).toBeGreaterThan(0);
}, 90_000);

test('sample artists have marked reviews, and no sample listener’s standing depends on them', async () => {
  expect(Number(/, (\d+) marked by their artists/.exec(printed)?.[1])).toBeGreaterThan(50);
  const artist = await signedIn('sectoid@sample.invalid', samplePassword());
  const { items: tracks } = await artist.get(api.tracks.listOwnTracks, { query: {} });
  const marks = await Promise.all(
    tracks.map(({ id }) => artist.get(api.reviews.listTrackReviews, { params: { trackId: id }, query: {} })),
  );
  const kinds = marks.flatMap(({ items }) => items.map(({ mark }) => mark?.kind));
  expect(new Set(kinds)).toEqual(new Set(['useful', 'answered', 'not_useful', undefined]));
  for (const email of people('listener')) {
    const listener = await signedIn(email, samplePassword());
    const { figures } = await listener.get(api.standing.readStanding, {});
    expect(figures).toMatchObject({ markArtists: 0, usefulness: null });
  }
}, 90_000);

test('each sample artist’s plan renews within a month and can be managed', async () => {
  for (const email of people('artist')) {
    const artist = await signedIn(email, samplePassword());
    const status = await artist.get(api.subscriptions.checkSubscription, { body: {} });
    expect(status).toMatchObject({ subscribed: true, isBilled: true, trial: false });
    const days = (Date.parse(status.subscriptionEnd ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThanOrEqual(31);
  }
}, 90_000);

test('each sample listener finds a track with open places', async () => {
  for (const email of people('listener')) {
    const listener = await signedIn(email, samplePassword());
    expect((await listener.get(api.listening.nextTrack, { body: {} })).track).not.toBeNull();
  }
}, 90_000);

test('one sample date was kept and one missed, which brought reviews, and packs are among the samples', async () => {
  const promises = new Set<string | null>();
  const sources = new Set<string>();
  for (const email of people('artist')) {
    const artist = await signedIn(email, samplePassword());
    const { items: tracks } = await artist.get(api.tracks.listOwnTracks, { query: {} });
    for (const { assignments } of tracks) for (const { promise } of assignments) promises.add(promise);
    for (const { source } of (await artist.get(api.balance.readReviewBalance, {})).lots) sources.add(source);
  }
  expect(promises).toEqual(new Set(['kept', 'missed', null]));
  expect([...sources]).toEqual(expect.arrayContaining(['plan', 'pack', 'missed']));
}, 90_000);

test('the audit finds nothing in the sample ledger', async () => {
  expect(await command('audit')).not.toContain('FOUND');
}, 90_000);
