import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestFile } from './manifest.ts';

/** A backup below BACKUP_DIR. */
export interface BackupOfSet {
  /** Its folder's, for example 2026-11-22T03-15-00Z. */
  readonly name: string;
  readonly madeAt: Date;
  /** False for one that was interrupted. */
  readonly isWhole: boolean;
}

/** The name of a backup made at this moment; names sort by time. */
export const backupName = (madeAt: Date): string =>
  madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** Undefined for a name that is no backup's. */
export function momentOf(name: string): Date | undefined {
  const [, day, hour, minute, second] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? [];
  return day === undefined ? undefined : new Date(`${day}T${hour}:${minute}:${second}Z`);
}

/** The backups of a folder, newest first. Other things in it are none. */
export async function listBackups(folder: string): Promise<BackupOfSet[]> {
  if (!existsSync(folder)) return [];
  return (await readdir(folder))
    .sort()
    .reverse()
    .flatMap((name) => {
      const madeAt = momentOf(name);
      return madeAt ? [{ name, madeAt, isWhole: existsSync(join(folder, name, manifestFile)) }] : [];
    });
}

/** Removes a backup, its manifest first: one that is half removed must not look whole. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, name, manifestFile), { force: true });
  await rm(join(folder, name), { recursive: true, force: true });
}
