import type { Client } from 'pg';
import type { Queryable } from '#server/adapters/database/database.ts';
import {
  keyOfPictureObject,
  type PictureKind,
  pictureObject,
} from '#server/adapters/storage/stored-object-rules.ts';
import { avatarPictures } from '#server/identity/profile-rules.ts';
import { readKnownAvatars } from '#server/identity/profiles-store.ts';
import { readKnownKeys } from '#server/music/tracks/audio/uploads-store.ts';
import { coverPictures } from '#server/music/tracks/cover-rules.ts';
import { readKnownCovers } from '#server/music/tracks/tracks-store.ts';

const rowsAtOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** An object referred to by a row of the snapshot. */
export interface NamedObject {
  readonly storageKey: string;
  /** Null if no row gives the length. */
  readonly byteLength: number | null;
  /** Hexadecimal, of the uploaded content; null if no row gives it. */
  readonly sha256: string | null;
}

/** The objects that rows of the snapshot refer to. An erased account keeps its audio rows, but no objects. */
export async function* namedObjects(snapshot: Client): AsyncGenerator<NamedObject> {
  yield* pages(
    snapshot,
    `select id as place, storage_key as "storageKey", byte_length::integer as "byteLength",
            encode(content_sha256, 'hex') as sha256
     from audio_files where id > $1 and not starts_with(storage_key, 'erased/') order by id limit $2`,
  );
  yield* pictures(snapshot, avatarPictures, 'select distinct avatar_key as key from profiles');
  yield* pictures(snapshot, coverPictures, 'select distinct cover_key as key from artist_tracks');
}

/** @param keys SQL that selects the keys of the pictures in use */
async function* pictures(snapshot: Client, kind: PictureKind, keys: string): AsyncGenerator<NamedObject> {
  const found = pages(
    snapshot,
    `select key as place, key as "storageKey", null as "byteLength", null as sha256 from (${keys}) as named
     where key > $1 order by key limit $2`,
  );
  for await (const { storageKey } of found)
    yield { storageKey: pictureObject(kind, storageKey), byteLength: null, sha256: null };
}

/** Runs a statement page by page. The statement must order its rows by `place`. */
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

/** Whether a row of the database refers to the object now. */
export async function isStillNamed(database: Queryable, storageKey: string): Promise<boolean> {
  const keys = [keyOfPictureObject(storageKey)];
  if (storageKey.startsWith(avatarPictures.prefix)) {
    return (await readKnownAvatars.one(database, { keys })) !== undefined;
  }
  if (storageKey.startsWith(coverPictures.prefix)) {
    return (await readKnownCovers.one(database, { keys })) !== undefined;
  }
  return (await readKnownKeys.one(database, { keys: [storageKey] })) !== undefined;
}
