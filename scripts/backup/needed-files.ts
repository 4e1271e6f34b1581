import type { BackupHome, NeededFiles } from './backup-home.ts';
import { listedObjects } from './copy-objects.ts';
import { objectPathOf, openBackup, readManifest } from './manifest.ts';

/**
 * What the whole backups of a home need. One that cannot be read, for its key is another or it is damaged, may need
 * everything that was written until it was made.
 */
export async function neededFiles(home: BackupHome, key: string | undefined): Promise<NeededFiles> {
  const needed = new Set<string>();
  let unknownUntil = '';
  for (const { name, isWhole } of await home.list()) {
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
