import { createHash } from 'node:crypto';
import { link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { avatarPictures } from '#server/accounts/profile/avatar-rules.ts';
import { ObjectMissing, type ObjectStorage } from '#server/adapters/object-storage/object-storage.ts';
import { type PictureKind, pictureObject } from '#server/picture-rules.ts';
import { coverPictures } from '#server/tracks/cover-rules.ts';
import { makeFolder } from './folders.ts';
import { checkFile, type Manifest, readManifest, type SavedFile, SavedObject } from './manifest.ts';
import { type BackupPlace, readSaved, saveStream } from './saved-stream.ts';

const rowsAtOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';
const objectPathOf = (key: string) => `objects/${key}`;

/** An object that a row of the snapshot names. */
interface NamedObject {
  readonly storageKey: string;
  /** Null where no row says how long it is. */
  readonly byteLength: number | null;
  /** Of what was uploaded, as hexadecimal; null where no row says it. */
  readonly sha256: string | null;
}

/** An earlier backup on the same disk, with what it holds by key. */
interface EarlierBackup {
  readonly place: BackupPlace;
  readonly objects: ReadonlyMap<string, SavedObject>;
}

export interface SavedObjects {
  readonly objectList: SavedFile;
  readonly objects: Manifest['objects'];
  /** Of the objects that the earlier backup did not have. */
  readonly copiedBytes: number;
}

/**
 * Copies the objects that the client's snapshot names: audio, avatars and covers. What the earlier backup holds as it was saved is
 * shared with it by a hard link. An object that is missing or is not what its row says ends the backup with an error.
 * What a cut upload left is not saved.
 */
export async function saveObjects(
  snapshot: Client,
  storage: ObjectStorage,
  { place, earlier: given }: { readonly place: BackupPlace; readonly earlier?: BackupPlace | undefined },
): Promise<SavedObjects> {
  // Shared files stay as they are: of an earlier backup with another key, or without one, nothing is shared.
  const earlier = given?.key === place.key ? given && (await readEarlier(given)) : undefined;
  const objects = { files: 0, bytes: 0 };
  let copiedBytes = 0;
  const lines = async function* () {
    for await (const named of namedObjects(snapshot)) {
      const shared = earlier && (await shareOne(earlier, place, named));
      const { byteLength, sha256 } = shared ?? (await saveOne(storage, place, named));
      if (!shared) copiedBytes += byteLength;
      objects.files += 1;
      objects.bytes += byteLength;
      yield `${JSON.stringify({ key: named.storageKey, byteLength, sha256 })}\n`;
    }
  };
  const list = Readable.from(lines(), { objectMode: false });
  const objectList = await saveStream(place, 'objects.jsonl', list);
  return { objectList, objects, copiedBytes };
}

async function readEarlier(place: BackupPlace): Promise<EarlierBackup> {
  const objects = new Map<string, SavedObject>();
  for await (const saved of listedObjects(place, await readManifest(place))) objects.set(saved.key, saved);
  return { place, objects };
}

/** Undefined when it has to be copied: an object never changes under its key, but a disk may damage what it holds. */
async function shareOne(
  { place: earlier, objects }: EarlierBackup,
  { folder }: BackupPlace,
  { storageKey, byteLength, sha256 }: NamedObject,
): Promise<SavedObject | undefined> {
  const saved = objects.get(storageKey);
  if (!saved || (byteLength ?? saved.byteLength) !== saved.byteLength) return undefined;
  if ((sha256 ?? saved.sha256) !== saved.sha256) return undefined;
  const path = objectPathOf(storageKey);
  try {
    await checkFile(earlier, { ...saved, path });
    await makeFolder(dirname(join(folder, path)));
    await link(join(earlier.folder, path), join(folder, path));
    return saved;
  } catch {
    return undefined;
  }
}

async function saveOne(
  storage: ObjectStorage,
  place: BackupPlace,
  { storageKey, byteLength, sha256 }: NamedObject,
): Promise<SavedFile> {
  const content = await storage.read(storageKey).catch((error: unknown) => {
    if (!(error instanceof ObjectMissing)) throw error;
    throw new Error(`${storageKey} is missing. If it was removed just now, back up again.`);
  });
  const saved = await saveStream(place, objectPathOf(storageKey), content);
  if (byteLength !== null && saved.byteLength !== byteLength) {
    throw new Error(`${storageKey} has ${saved.byteLength} bytes instead of ${byteLength}.`);
  }
  if (sha256 !== null && saved.sha256 !== sha256) {
    throw new Error(`${storageKey} is damaged: it is not what was uploaded.`);
  }
  return saved;
}

async function* namedObjects(snapshot: Client): AsyncGenerator<NamedObject> {
  yield* pages(
    snapshot,
    `select id as place, storage_key as "storageKey", byte_length::integer as "byteLength",
            encode(content_sha256, 'hex') as sha256
     from audio_files where id > $1 order by id limit $2`,
  );
  yield* pictures(snapshot, avatarPictures, 'select distinct avatar_key as key from profiles');
  yield* pictures(snapshot, coverPictures, 'select distinct cover_key as key from artist_tracks');
}

/** `keys` selects the keys of the pictures that rows name. */
async function* pictures(snapshot: Client, kind: PictureKind, keys: string): AsyncGenerator<NamedObject> {
  const found = pages(
    snapshot,
    `select key as place, key as "storageKey", null as "byteLength", null as sha256 from (${keys}) as named
     where key > $1 order by key limit $2`,
  );
  for await (const { storageKey } of found)
    yield { storageKey: pictureObject(kind, storageKey), byteLength: null, sha256: null };
}

/** The rows of a statement page by page; it orders them by their place. */
async function* pages(snapshot: Client, statement: string): AsyncGenerator<NamedObject> {
  let after = beforeAll;
  for (;;) {
    const { rows } = await snapshot.query<NamedObject & { place: string }>(statement, [after, rowsAtOnce]);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
  }
}

/** Every line of the list of objects. */
export async function* listedObjects(
  place: BackupPlace,
  { objectList }: Manifest,
): AsyncGenerator<SavedObject> {
  const lines = createInterface({ input: readSaved(place, objectList.path) });
  for await (const line of lines) yield SavedObject.parse(JSON.parse(line));
}

/** Stores a file of the backup as it was. @throws when it is not what was saved */
export async function restoreObject(
  storage: ObjectStorage,
  place: BackupPlace,
  saved: SavedObject,
): Promise<void> {
  const content = readSaved(place, objectPathOf(saved.key));
  await storage.write(saved.key, checkedContent(content, saved));
}

async function* checkedContent(
  content: AsyncIterable<Buffer>,
  { key, sha256 }: SavedObject,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`${key} is not what was saved.`);
}
