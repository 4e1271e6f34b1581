import { createHash } from 'node:crypto';
import { dayMilliseconds } from '#contract/day-milliseconds.ts';
import { ObjectMissing, type ObjectStorage } from '../../../adapters/storage/object-storage.ts';
import type { Metrics } from '../../../adapters/telemetry/metrics.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { sharedRead } from '../../../foundation/work-queue.ts';
import { recordAdminAct } from '../../../identity/record-admin-act.ts';
import { checkLater, countDamaged, readUnchecked, storeCheck, sumStoredBytes } from './audio-store.ts';

interface StoredAudio {
  readonly audioFileId: string;
  readonly storageKey: string;
  readonly contentSha256: Buffer;
}

type Needs = Pick<Dependencies, 'database' | 'clock' | 'storage'>;

/** Reads a stored file completely and returns whether it equals the upload. A change in either direction is logged. */
async function checkAudio({ database, clock, storage }: Needs, file: StoredAudio): Promise<boolean> {
  const { audioFileId, contentSha256 } = file;
  const isIntact = (await hashOf(storage, file.storageKey))?.equals(contentSha256) ?? false;
  const now = clock.now();
  await database.transaction(async (tx) => {
    const kept = await storeCheck.one(tx, { audioFileId, isIntact, now });
    if (!kept?.hasChanged) return;
    const event = isIntact ? 'audio_mended' : 'audio_damaged';
    await recordAdminAct(tx, { event, userId: kept.artistId, actorId: null, details: { audioFileId } }, now);
  });
  return isIntact;
}

async function hashOf(storage: ObjectStorage, key: string): Promise<Buffer | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await storage.read(key)) hash.update(chunk);
  } catch (error) {
    if (error instanceof ObjectMissing) return undefined;
    throw error;
  }
  return hash.digest();
}

/** The job's name; it runs hourly. */
export const checkStoredAudioJob = 'check-stored-audio';

/** Bytes per run; the next run continues. That is 48 GiB a day. */
const mostBytes = 2 * 1024 ** 3;

/**
 * Compares stored files with their uploads, longest unchecked first, each at most once a day. Skipped if the storage
 * verifies content itself. A file that cannot be read is retried a day later, so that it does not hold up the others.
 * Returns how many were checked.
 * @throws AggregateError at the end, if any could not be read
 */
export async function checkStoredAudio(
  deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>,
): Promise<number> {
  if (deps.storage.checksContent) return 0;
  const before = new Date(deps.clock.now().getTime() - dayMilliseconds);
  const failures: unknown[] = [];
  let files = 0;
  for (let bytes = 0; bytes < mostBytes; ) {
    const unchecked = await readUnchecked.all(deps.database, { before });
    if (unchecked.length === 0) break;
    for (const file of unchecked) {
      try {
        await checkAudio(deps, file);
        files += 1;
      } catch (error) {
        await checkLater.run(deps.database, { audioFileId: file.audioFileId, now: deps.clock.now() });
        failures.push(new Error(`The audio file ${file.audioFileId} could not be read.`, { cause: error }));
      }
      bytes += file.byteLength;
      if (bytes >= mostBytes) break;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some audio files could not be checked.');
  return files;
}

export type IsIntact = (file: StoredAudio) => Promise<boolean>;

/** A restored file plays again within a minute. Until then it is not read again on every request. */
const damagedMilliseconds = 60_000;
const mostRemembered = 10_000;

/**
 * Checks a file before this server first plays it, and then once a day. Skipped if the storage verifies checksums
 * itself.
 */
export function intactAudio(deps: Pick<Dependencies, 'database' | 'clock' | 'storage'>): IsIntact {
  const remembered = new Map<string, { until: number; isIntact: Promise<boolean> }>();
  const now = () => deps.clock.now().getTime();
  const check = (file: StoredAudio): Promise<boolean> => {
    const isIntact = checkAudio(deps, file);
    const entry = { until: now() + dayMilliseconds, isIntact };
    remembered.delete(file.storageKey);
    remembered.set(file.storageKey, entry);
    isIntact.then(
      (is) => {
        if (!is) entry.until = now() + damagedMilliseconds;
      },
      () => remembered.delete(file.storageKey),
    );
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    return isIntact;
  };
  return async (file) => {
    if (deps.storage.checksContent) return true;
    const known = remembered.get(file.storageKey);
    return known && known.until > now() ? known.isIntact : check(file);
  };
}

/** Cached, because it counts every file. */
const sumKeptMilliseconds = 600_000;

/**
 * The number of stored audio files and their bytes. Scans the index of lengths: a tenth of a second per million files.
 */
export const readStoredAudio = ({ database }: Pick<Dependencies, 'database'>) =>
  sumStoredBytes.only(database, {});

export function watchAudio(metrics: Metrics, { database }: Pick<Dependencies, 'database'>): void {
  const stored = sharedRead(() => readStoredAudio({ database }), sumKeptMilliseconds);
  metrics.gauge(
    'earshot_stored_audio_bytes',
    'Size of the stored audio, updated every ten minutes.',
    async () => [{ value: (await stored()).bytes }],
  );
  metrics.gauge(
    'earshot_stored_audio_files',
    'Number of stored audio files, updated every ten minutes.',
    async () => [{ value: (await stored()).files }],
  );
  metrics.gauge(
    'earshot_damaged_audio_files',
    'Stored audio files that are missing or differ from the upload. Must be 0.',
    async () => [{ value: (await countDamaged.only(database, {})).files }],
  );
}
