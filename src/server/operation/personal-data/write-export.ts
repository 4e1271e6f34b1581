import { Readable } from 'node:stream';
import { makeZip } from 'client-zip';
import { csvOf } from '#contract/csv.ts';
import { product } from '#contract/product.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import type { Queryable } from '../../adapters/database/database.ts';
import { ObjectMissing } from '../../adapters/storage/object-storage.ts';
import { pictureObject } from '../../adapters/storage/stored-object-rules.ts';
import type { Dependencies } from '../../dependencies.ts';
import { avatarPictures } from '../../identity/profile-rules.ts';
import { coverPictures } from '../../music/tracks/cover-rules.ts';
import * as heard from './export-listening-store.ts';
import { beforeAll, exportName } from './export-shapes.ts';
import * as exported from './export-store.ts';

type Needs = Pick<Dependencies, 'database' | 'storage' | 'clock'>;

interface ZipEntry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: string | AsyncIterable<string> | Readable;
}

const atOnce = 500;

/**
 * The user's own data as a zip, generated while it is read, so that only a few rows and bytes are in memory at a time.
 */
export const writeExport = (deps: Needs, userId: string): Readable =>
  Readable.from(makeZip(entries(deps, userId)), { objectMode: false });

async function* entries(deps: Needs, userId: string): AsyncGenerator<ZipEntry> {
  const { database } = deps;
  const now = deps.clock.now();
  const entry = (name: string, input: ZipEntry['input']): ZipEntry => ({ name, lastModified: now, input });
  const single = async (rows: Promise<{ row: unknown } | undefined>) =>
    JSON.stringify((await rows)?.row ?? null, null, 2);
  yield entry('README.txt', readme(now));
  yield entry('account.json', await single(exported.exportedAccount.one(database, { userId })));
  yield entry('plan.json', await single(exported.exportedPlan.one(database, { userId })));
  yield entry('evidence.json', await single(exported.exportedEvidence.one(database, { userId })));
  const lists = {
    sessions: exported.exportedSessions,
    notices: exported.exportedNotices,
    'review-lots': exported.exportedReviewLots,
    tracks: exported.exportedTracks,
    'reviews-written': exported.exportedReviewsWritten,
    'reviews-received': exported.exportedReviewsReceived,
    answers: exported.exportedAnswers,
    plays: heard.exportedPlays,
    heard: heard.exportedHeard,
    stays: heard.exportedStays,
    moments: heard.exportedMoments,
    'blind-listening': heard.exportedBlind,
    comparisons: heard.exportedComparisons,
    drafts: heard.exportedDrafts,
    skipped: heard.exportedSkips,
    'heard-unpaid': heard.exportedUnpaid,
    'private-links': exported.exportedLinks,
    'opened-links': exported.exportedOpenedLinks,
    follows: exported.exportedFollows,
    reports: exported.exportedReports,
    takedowns: exported.exportedTakedowns,
    payees: exported.exportedPayees,
    payouts: exported.exportedPayouts,
  };
  for (const [name, rows] of Object.entries(lists))
    yield entry(`${name}.json`, jsonList(database, userId, rows, beforeAll));
  yield entry('account-events.json', jsonList(database, userId, exported.exportedEvents, 0));
  yield entry('money.csv', moneyCsv(database, userId));
  yield* exportedPictures(deps, userId);
  yield* audio(deps, userId);
}

const readme = (now: Date) =>
  [
    `Your data at ${product.name}, as of ${now.toISOString()}.`,
    'money.csv lists every movement of your wallet in US dollars: positive amounts are yours, "owed" is money to be settled.',
    'evidence.json lists, by day, the networks, browsers and mailboxes you used, numbered; stored for 180 days.',
    'reviews-written.json has, for 180 days, how many letters of each review you typed and pasted, and how long you wrote.',
    'blind-listening.json holds your listening, marks, drafts and skips of blind-listening tracks until you review them.',
    'avatar.webp and covers/ are your pictures as they are stored.',
    'audio/ holds the recordings as they are stored: the music of your files without their tags.',
    '',
  ].join('\n');

interface PagedRows<Position> {
  all(
    db: Queryable,
    values: { userId: string; after: Position; most: number },
  ): Promise<{ position: Position; row: unknown }[]>;
}

async function* jsonList<Position>(
  db: Queryable,
  userId: string,
  rows: PagedRows<Position>,
  start: Position,
): AsyncGenerator<string> {
  let [after, opening] = [start, '[\n'];
  for (;;) {
    const page = await rows.all(db, { userId, after, most: atOnce });
    for (const { position, row } of page) {
      yield opening + JSON.stringify(row);
      [after, opening] = [position, ',\n'];
    }
    if (page.length < atOnce) break;
  }
  yield opening === '[\n' ? '[]\n' : '\n]\n';
}

async function* moneyCsv(db: Queryable, userId: string): AsyncGenerator<string> {
  yield csvOf([['date', 'movement', 'account', 'amount', 'currency', 'review or payout', 'reason']]);
  let last = { entry: 0, accountId: 0 };
  for (;;) {
    const page = await exported.exportedMovements.all(db, {
      userId,
      afterEntry: last.entry,
      afterAccount: last.accountId,
      most: atOnce,
    });
    for (const movement of page) {
      const { at, kind, account, amountCents, source, reason } = movement;
      yield csvOf([
        [
          at.toISOString(),
          kind,
          account,
          { cents: amountCents },
          'USD',
          source,
          reason ? reasonText(reason) : '',
        ],
      ]);
      last = movement;
    }
    if (page.length < atOnce) return;
  }
}

async function* audio({ database, storage }: Needs, userId: string): AsyncGenerator<ZipEntry> {
  let after = beforeAll;
  for (;;) {
    const page = await exported.exportedAudio.all(database, { userId, after, most: atOnce });
    for (const { id, storageKey, title, createdAt } of page) {
      after = id;
      const input = await storedFile(storage, storageKey);
      const name = `audio/${exportName(title ?? 'unfinished upload', id)}.mp3`;
      if (input) yield { name, lastModified: createdAt, input };
    }
    if (page.length < atOnce) return;
  }
}

interface StoredFile {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: Readable;
}

/** The user's avatar and the covers of their tracks, as stored. */
async function* exportedPictures(deps: Needs, userId: string): AsyncGenerator<StoredFile> {
  const { database, storage, clock } = deps;
  const avatar = await exported.exportedAvatar.one(database, { userId });
  const avatarFile = avatar && (await storedFile(storage, pictureObject(avatarPictures, avatar.avatarKey)));
  if (avatarFile) yield { name: 'avatar.webp', lastModified: clock.now(), input: avatarFile };
  let after = beforeAll;
  for (;;) {
    const page = await exported.exportedCovers.all(database, { userId, after, most: atOnce });
    for (const { id, coverKey, title, createdAt } of page) {
      after = id;
      const input = await storedFile(storage, pictureObject(coverPictures, coverKey));
      if (input) yield { name: `covers/${exportName(title, id)}.webp`, lastModified: createdAt, input };
    }
    if (page.length < atOnce) return;
  }
}

/** The object under the key; undefined if it is gone. */
async function storedFile(storage: Needs['storage'], key: string): Promise<Readable | undefined> {
  try {
    return await storage.read(key);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
}
