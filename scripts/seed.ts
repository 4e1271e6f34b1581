import './check-node.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { localBilling } from '#server/adapters/payments/local-billing.ts';
import { webPush } from '#server/adapters/push/web-push.ts';
import { diskSeals } from '#server/adapters/storage/disk-seals.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { OperatorError } from '#server/foundation/operator-messages.ts';
import { findUserByEmail } from '#server/identity/users-store.ts';
import { refreshComparisons, refreshVerdict } from '#server/insight/verdict/refresh-verdict.ts';
import { keepDates } from '#server/plans/balance/keep-dates.ts';
import { openLots } from '#server/plans/balance/open-lots.ts';
import { openKeys, openStorage } from '#server/start/open-parts.ts';
import { type CommandContext, readCommand, withOwnerDatabase } from './owner-database.ts';
import { makePast, pastDays } from './seed/make-past.ts';
import { makePayouts } from './seed/make-payouts.ts';
import { makePanel, makePerson } from './seed/make-person.ts';
import { makeTrack, measureTrack } from './seed/make-track.ts';
import { markReviews } from './seed/mark-reviews.ts';
import { compareVersions, invitedTo, reviewTracks, type UploadedSample } from './seed/review-tracks.ts';
import {
  buy,
  giveSampleReviews,
  giveUnlimitedPlan,
  promiseDate,
  takeNotices,
  takePlaces,
} from './seed/sample-balances.ts';
import {
  comparedArtists,
  type SamplePerson,
  sampleAdmin,
  sampleArtists,
  sampleListeners,
  samplePanel,
  samplePassword,
  sketchArtists,
} from './seed/sample-people.ts';
import {
  comparedTracks,
  newestTracks,
  newVersion,
  type SampleTrack,
  sampleTracks,
} from './seed/sample-tracks.ts';
import { type SteppingClock, steppingClock } from './seed/stepping-clock.ts';

const day = 24 * 3600 * 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Every sample listener finds a track with open places. */
const leastPlaces = 10;

/** Listeners who have earned enough for a payout. */
const earners = 3;

/** Fills an installation with clearly labeled samples, up to today. Does nothing if they exist already. */
async function seed({ config, database, owner, clock: today }: CommandContext): Promise<void> {
  if (config.production)
    throw new OperatorError('The samples have a known password, so they are not for production.');
  // The operator and the payouts are made last: if that account exists, so does everything else.
  if (await findUserByEmail(owner, sampleAdmin.email)) {
    say('The samples already exist.');
    return;
  }
  const [first] = sampleArtists;
  if (first && (await findUserByEmail(owner, first.email))) {
    throw new OperatorError('An earlier seed was interrupted. Start with an empty data folder.');
  }
  const clock = steppingClock(new Date(today.now().getTime() - (40 + pastDays) * day));
  const keys = await openKeys(config, database);
  const deps = {
    config,
    database,
    clock,
    storage: await openStorage(config),
    mail: fileTransport({ folder: join(config.dataDirectory, 'mail'), from: config.mailFrom }),
    push: webPush({ clock, supportEmail: config.supportEmail }),
    billing: localBilling({ database, clock, publicUrl: config.publicUrl, signingKey: keys.billingNotices }),
    transferProviders: [],
    seals: diskSeals(join(config.dataDirectory, 'seals')),
    keys,
  };
  const people = new Map<string, Caller>();
  takeNotices(deps);
  for (const person of [...comparedArtists, ...sampleArtists, ...sampleListeners]) {
    people.set(person.email, await makePerson(deps, owner, person));
    say(`  ${person.displayName}`);
  }
  const callerOf = ({ email }: Pick<SamplePerson, 'email'>): Caller => {
    const caller = people.get(email);
    if (!caller) throw new Error(`There is no sample account ${email}.`);
    return caller;
  };
  // No provider in the past: a running server would renew its subscriptions up to today.
  const artists = [...comparedArtists, ...sampleArtists].map((artist) => callerOf(artist).userId);
  const nextMonth = new Date(today.now().getTime() + 30 * day);
  for (const userId of artists) await giveUnlimitedPlan(owner, userId, clock.now(), nextMonth);
  await openLots(deps);
  const earlier = await makePast(
    deps,
    sketchArtists.map(callerOf),
    sampleListeners.slice(0, earners).map(callerOf),
  );
  say(`  ${earlier} earlier reviews`);

  const upload = async (sample: SampleTrack): Promise<UploadedSample> => {
    const { id: trackId, durationSeconds } = await makeTrack(
      deps,
      callerOf({ email: sample.artist }),
      sample,
    );
    const { reception } = sample;
    await giveSampleReviews(owner, trackId, Math.max(reception.reviews, leastPlaces));
    const hasQuestions = sample.questions !== undefined;
    return { trackId, title: sample.title, artist: sample.artist, durationSeconds, reception, hasQuestions };
  };
  const tracks: UploadedSample[] = [];
  for (const sample of [...comparedTracks(comparedArtists), ...sampleTracks]) {
    tracks.push(await upload(sample));
    say(`  ${sample.title}`);
    clock.advance((2 * day) / 1000);
  }
  const panel = await makePanel(deps, owner, samplePanel);
  // The last listener reviews nothing, so that some tracks are left for that account to review.
  const named = sampleListeners.slice(0, -1).map(callerOf);
  const reviews = await reviewTracks(deps, tracks, { named, panel }, { until: today.now(), first: earlier });
  let marks = 0;
  for (const track of tracks) marks += await markReviews(deps, callerOf({ email: track.artist }), track);
  for (const sample of newestTracks) await upload(sample);
  const version = await makeVersion(deps, tracks, callerOf, { panel, first: earlier + reviews });
  say(`  ${reviews} reviews by ${named.length + panel.length} listeners, ${marks} marked by their artists`);
  await takePlaces.run(owner, {});
  await computeVerdicts(deps, [...tracks, version]);
  // The track with the most reviews has kept a date, the one with the fewest has missed one.
  const byReviews = tracks.toSorted((a, b) => b.reception.reviews - a.reception.reviews);
  const yesterday = new Date(today.now().getTime() - day);
  for (const track of [byReviews.at(0), byReviews.at(-1)])
    if (track) await promiseDate.run(owner, { trackId: track.trackId, promisedAt: yesterday });
  await keepDates(deps);
  const operatorPassword = randomBytes(12).toString('base64url');
  const operator = await makePerson(deps, owner, sampleAdmin, operatorPassword);
  await makePayouts(deps, operator.userId, named.slice(0, earners));
  say(`  ${earners} payouts`);
  if (config.stripe === undefined) {
    const { prices, packPrices } = deps.billing;
    for (const userId of artists) {
      await buy(deps, userId, prices.unlimited);
      if (packPrices.ten) await buy(deps, userId, packPrices.ten);
    }
  }
  say(`\nThe admin ${sampleAdmin.email} has the password "${operatorPassword}", shown only now.`);
}

/** A new version of a track, uploaded four days ago, with the blind comparison that is finished. */
async function makeVersion(
  deps: Dependencies & { readonly clock: SteppingClock },
  tracks: readonly UploadedSample[],
  callerOf: (person: { readonly email: string }) => Caller,
  { panel, first }: { readonly panel: readonly Caller[]; readonly first: number },
): Promise<{ trackId: string }> {
  const today = deps.clock.now();
  const former = tracks.find(({ title }) => title === newVersion.of);
  if (!former) throw new Error(`There is no sample track ${newVersion.of}.`);
  const uploadedAt = new Date(today.getTime() - 4 * day);
  deps.clock.set(uploadedAt);
  const { id: trackId } = await makeTrack(deps, callerOf({ email: former.artist }), newVersion.track, {
    newVersionOf: { trackId: former.trackId, takesBack: false },
    reviews: newVersion.reviews,
  });
  for (const each of [former.trackId, trackId]) await measureTrack(deps, each);
  const invited = new Set((await invitedTo.all(deps.database, { trackId })).map((one) => one.listenerId));
  const returning = panel.filter(({ userId }) => invited.has(userId)).slice(0, newVersion.returning);
  await compareVersions(deps, trackId, returning, { from: uploadedAt, first });
  deps.clock.set(today);
  return { trackId };
}

/** Computes what a running server would compute within the hour. */
async function computeVerdicts(
  deps: Dependencies,
  tracks: readonly { readonly trackId: string }[],
): Promise<void> {
  await refreshComparisons(deps);
  for (const { trackId } of tracks) await refreshVerdict(deps, trackId);
}

const { config } = readCommand();
say('Creating samples ...');
await withOwnerDatabase(config, seed);
if (process.exitCode) process.exit();
say(`\nSample accounts, all with the password "${samplePassword}":`);
for (const { email, userType, shows = '' } of [...sampleArtists, ...sampleListeners])
  say(`  ${email.padEnd(26)} ${userType.padEnd(9)} ${shows}`);
say(`  and ${comparedArtists.map(({ email }) => email).join(', ')}: artists with tracks of 5 or 6 reviews,`);
say(`  and ${samplePanel.length} listeners, from ${samplePanel[0]?.email} to ${samplePanel.at(-1)?.email}.`);
