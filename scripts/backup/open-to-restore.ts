import { OperatorError } from '#server/foundation/operator-messages.ts';
import type { BackupFiles } from './backup-home.ts';
import { momentOf } from './backup-set.ts';
import { type Manifest, openBackup, readManifest } from './manifest.ts';
import type { BackupPlace } from './saved-stream.ts';

/** Accepts an unencrypted backup although a key is set. */
export const unencryptedOption = '--unencrypted';

interface Expected {
  readonly key: string | undefined;
  /** The name that was asked for; undefined for a folder. */
  readonly name: string | undefined;
  readonly acceptsUnencrypted: boolean;
}

/**
 * A backup must have been made at the moment in its name. Older versions first spent a while reading the previous
 * backup.
 */
const mostMillisecondsLater = 1_800_000;

/**
 * Opens a backup for a restore. An attacker with write access to the place could have replaced it.
 * @throws OperatorError if it is unencrypted although a key is set, or was not made at the moment in its name
 */
export async function openToRestore(
  files: BackupFiles,
  { key, name, acceptsUnencrypted }: Expected,
): Promise<{ place: BackupPlace; manifest: Manifest }> {
  const place = await openBackup(files, key);
  if (key !== undefined && place.key === undefined && !acceptsUnencrypted) {
    throw new OperatorError(
      `The backup in ${files.title} is not encrypted although BACKUP_KEY is set. Someone else may have put it there.\n` +
        `If you made it before you set the key, restore it with ${unencryptedOption}.`,
    );
  }
  const manifest = await readManifest(place);
  if (name !== undefined && !isOf(manifest, name)) {
    throw new OperatorError(
      `The backup in ${files.title} was made at ${manifest.madeAt}, not at the time in its name, so it was put there later.\n` +
        'If this is the backup you want, copy it to a folder and restore that.',
    );
  }
  return { place, manifest };
}

function isOf({ madeAt }: Manifest, name: string): boolean {
  const named = momentOf(name);
  if (!named) return false;
  const later = new Date(madeAt).getTime() - named.getTime();
  return later >= 0 && later < mostMillisecondsLater;
}
