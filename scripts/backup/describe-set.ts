import type { BackupFiles, BackupHome } from './backup-home.ts';
import { hasSealedManifest, keptFile, openBackup, readManifest } from './manifest.ts';
import { NotReadable } from './not-readable.ts';
import { keptUntil } from './retention-rules.ts';

/** Yields a line for each backup of a home, newest first. A backup that cannot be read gets a line that says so. */
export async function* describeSet(home: BackupHome, key: string | undefined): AsyncGenerator<string> {
  const all = await home.list();
  if (all.length === 0) yield `There are no backups in ${home.title}.`;
  for (const backup of all) {
    const { name, isWhole } = backup;
    const files = home.files(name);
    const kept = (await files.has(keptFile))
      ? `, kept until ${keptUntil(backup).toISOString().slice(0, 10)}`
      : '';
    yield `${name}  ${isWhole ? `${await describe(files, key)}${kept}` : 'interrupted, cannot be restored'}`;
  }
}

async function describe(files: BackupFiles, key: string | undefined): Promise<string> {
  try {
    if (key === undefined && (await hasSealedManifest(files))) {
      return 'encrypted; set BACKUP_KEY to read it';
    }
    const place = await openBackup(files, key);
    const { product, objects, tables } = await readManifest(place);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const megabytes = (objects.bytes / 1e6).toFixed(1);
    const open = key === undefined ? '' : ', not encrypted';
    const sealed = place.key === undefined ? open : ', encrypted';
    return `${rows} rows, ${objects.files} files of ${megabytes} MB, by ${product}${sealed}`;
  } catch (error) {
    if (error instanceof NotReadable) return 'encrypted with another key, or damaged';
    return 'damaged: its manifest cannot be read';
  }
}
