import './check-node.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { findUserByEmail } from '#server/accounts/users-store.ts';
import { localBilling } from '#server/adapters/billing/local-billing.ts';
import { fileTransport } from '#server/adapters/mail/file-transport.ts';
import { diskSeals } from '#server/adapters/seals/disk-seals.ts';
import type { Caller } from '#server/caller.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readMoments } from '#server/listening/read-hearing.ts';
import { readStays } from '#server/listening/read-stays.ts';
import { approveDueReviews } from '#server/reviews/approve-due-reviews.ts';
import { openKeys } from '#server/start/open-keys.ts';
import { openStorage } from '#server/start/open-storage.ts';
import { OperatorError } from '#server/start/operator-error.ts';
import { type CommandContext, readCommand, withOwnerDatabase } from './owner-database.ts';
import { buyPlan, takeNotices } from './seed/buy-plan.ts';
import { giveUnlimitedPlan } from './seed/give-unlimited-plan.ts';
import { makePast, pastDays, sketchesOfListener } from './seed/make-past.ts';
import { makePayouts } from './seed/make-payouts.ts';
import { makePerson, signInAs } from './seed/make-person.ts';
import { makeReview } from './seed/make-review.ts';
import { makeTrack } from './seed/make-track.ts';
import { doubtfulComment, sampleComment, sampleNotes, samplePrompts } from './seed/sample-comments.ts';
import { sampleMoments, sampleStay } from './seed/sample-hearing.ts';
import {
  type SamplePerson,
  sampleAdmin,
  sampleArtists,
  sampleListeners,
  samplePassword,
  sketchArtists,
} from './seed/sample-people.ts';
import { sampleTracks } from './seed/sample-tracks.ts';
import { type SteppingClock, steppingClock } from './seed/stepping-clock.ts';

const day = 24 * 3600 * 1000;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Listeners who have earned enough for a payout. */
const earners = 3;

/** Fills an Earshot with plainly labeled samples, up to today. Does nothing when they are there already. */
async function seed({ config, database, owner, clock: today }: CommandContext): Promise<void> {
  if (config.production)
    throw new OperatorError('Samples have a known password: they are not for production.');
  // The operator and the payouts come last: where that account is, everything else is.
  if (await findUserByEmail(owner, sampleAdmin.email)) {
    say('The samples are here already.');
    return;
  }
  const [first] = sampleArtists;
  if (first && (await findUserByEmail(owner, first.email))) {
    throw new OperatorError('An earlier seeding was interrupted. Start with an empty data folder.');
  }
  const clock = steppingClock(new Date(today.now().getTime() - (40 + pastDays) * day));
  const keys = await openKeys(config, database);
  const deps = {
    config,
    database,
    publicReads: database,
    clock,
    storage: await openStorage(config),
    mail: fileTransport({ folder: join(config.dataDirectory, 'mail'), from: config.mailFrom }),
    billing: localBilling({ database, clock, publicUrl: config.publicUrl, signingKey: keys.billingNotices }),
    transferProviders: [],
    seals: diskSeals(join(config.dataDirectory, 'seals')),
    keys,
  };
  const people = new Map<string, Caller>();
  takeNotices(deps);
  for (const person of [...sketchArtists, ...sampleArtists, ...sampleListeners]) {
    people.set(person.email, await makePerson(deps, owner, person));
    say(`  ${person.displayName}`);
  }
  const callerOf = ({ email }: Pick<SamplePerson, 'email'>): Caller => {
    const caller = people.get(email);
    if (!caller) throw new Error(`There is no sample account ${email}.`);
    return caller;
  };
  // In the past no provider takes part: a running server would renew its subscriptions up to today.
  const artists = [...sketchArtists, ...sampleArtists].map((artist) => callerOf(artist).userId);
  const nextMonth = new Date(today.now().getTime() + 30 * day);
  for (const userId of artists) await giveUnlimitedPlan(owner, userId, clock.now(), nextMonth);
  const earlier = await makePast(
    deps,
    sketchArtists.map(callerOf),
    sampleListeners.slice(0, earners).map(callerOf),
  );
  say(`  ${earlier} earlier reviews`);

  const trackIds: string[] = [];
  for (const sample of sampleTracks) {
    trackIds.push(await makeTrack(deps, callerOf({ email: sample.artist }), sample));
    say(`  ${sample.title}`);
    clock.advance((2 * day) / 1000);
  }
  const listeners: Caller[] = [];
  for (const listener of sampleListeners) listeners.push(await signInAs(deps, listener));
  await reviewAll(deps, trackIds, listeners, today.now());
  const operatorPassword = randomBytes(12).toString('base64url');
  const operator = await makePerson(deps, owner, sampleAdmin, operatorPassword);
  await makePayouts(deps, operator.userId, listeners.slice(0, earners));
  say(`  ${earners} payouts`);
  if (config.stripe === undefined) for (const userId of artists) await buyPlan(deps, userId, 'unlimited');
  say(`\nThe admin ${sampleAdmin.email} has the password "${operatorPassword}", shown this once.`);
}

/** Every listener but the last reviews most tracks, spread over the days up to today. */
async function reviewAll(
  deps: Parameters<typeof makeReview>[0] & { clock: SteppingClock },
  trackIds: readonly string[],
  listeners: readonly Caller[],
  until: Date,
): Promise<void> {
  const acts = trackIds.flatMap((trackId, t) =>
    listeners
      .slice(0, -1)
      .map((caller, listener) => ({ trackId, caller, listener, track: t }))
      .filter(({ listener }) => t === 0 || (t + listener) % 4 !== 0)
      .map((act, l) => ({ ...act, rating: 3 + ((t + l * 2) % 3) })),
  );
  const step = (until.getTime() - deps.clock.now().getTime()) / (acts.length + 1) / 1000;
  for (const [number, { trackId, caller, listener, track, rating }] of acts.entries()) {
    deps.clock.advance(step - 120);
    await approveDueReviews(deps);
    const unpaidSeconds = sampleStay(number);
    await makeReview(deps, caller, {
      trackId,
      rating,
      comment: doubtfulComment(number, acts.length) ?? sampleComment(listener, sketchesOfListener + track),
      prompts: samplePrompts(number),
      notes: sampleNotes(number),
      unpaidSeconds,
      moments: sampleMoments(track, number, requiredListeningSeconds + unpaidSeconds),
    });
  }
  deps.clock.set(until);
  await approveDueReviews(deps);
  say(`  ${acts.length} reviews`);
  for (const trackId of trackIds) say(`  ${await inWords(deps, trackId)}`);
}

async function inWords(deps: Dependencies, trackId: string): Promise<string> {
  const { stays, leftOut } = await readStays(deps, trackId);
  const stayed = stays.filter(({ unpaidSeconds }) => unpaidSeconds > 0).length;
  const moments = (await readMoments(deps, trackId)).length;
  return `${stayed} of ${stays.length} kept listening (${leftOut} left out), ${moments} moments marked`;
}

const { config } = readCommand();
say('Making samples ...');
await withOwnerDatabase(config, seed);
if (process.exitCode) process.exit();
say(`\nSample accounts, all with the password "${samplePassword}":`);
for (const { email, userType } of [...sampleArtists, ...sampleListeners, ...sketchArtists])
  say(`  ${email.padEnd(30)} ${userType}`);
