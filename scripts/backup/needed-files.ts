import { OperatorError } from '#server/foundation/operator-messages.ts';
import type { BackupHome, NeededFiles } from './backup-home.ts';
import type { BackupOfSet } from './backup-set.ts';
import { listedObjects } from './copy-objects.ts';
import { objectPathOf, openBackup, readManifest } from './manifest.ts';

/**
 * What the complete backups of a home need. An unreadable backup may need everything written before it.
 * @param written a backup known to be complete
 * @throws OperatorError if the list lacks that one: it may lack others too
 */
export async function neededFiles(
  home: BackupHome,
  key: string | undefined,
  written?: string,
): Promise<NeededFiles> {
  const all = await home.list();
  if (written !== undefined) assertListed(home, all, written);
  const needed = new Set<string>();
  let unknownUntil = '';
  for (const { name, isWhole } of all) {
    if (!isWhole) continue;
    try {
      const place = await openBackup(home.files(name), key);
      for await (const saved of listedObjects(place, await readManifest(place))) {
        needed.add(`${saved.heldBy ?? name}/${objectPathOf(saved.key)}`);
      }
    } catch {
      if (name > unknownUntil) unknownUntil = name;
    }
  }
  return { has: (heldBy, path) => heldBy <= unknownUntil || needed.has(`${heldBy}/${path}`) };
}

/** @throws OperatorError if the list lacks a backup that is known to be complete */
export function assertListed(home: BackupHome, listed: readonly BackupOfSet[], written: string): void {
  if (listed.some(({ name, isWhole }) => isWhole && name === written)) return;
  throw new OperatorError(
    `${home.title} does not list ${written}, which was just written. Nothing more is removed.`,
  );
}
