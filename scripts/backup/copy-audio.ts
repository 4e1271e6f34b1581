import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform } from 'node:stream';
import type { Client } from 'pg';
import { ObjectMissing, type ObjectStorage } from '#server/adapters/object-storage/object-storage.ts';
import { type Manifest, SavedAudio, type SavedFile } from './manifest.ts';
import { saveStream } from './saved-stream.ts';

const rowsAtOnce = 500;
const audioPathOf = (key: string) => `audio/${key}`;

interface AudioRow {
  readonly id: string;
  readonly storageKey: string;
  readonly byteLength: number;
}

/**
 * Copies the audio of every row of the client's snapshot. A file that has gone since, with its row, is left out; one
 * that is missing or has another length than its row says ends the backup with an error.
 */
export async function saveAudio(
  snapshot: Client,
  storage: ObjectStorage,
  folder: string,
): Promise<{ audioList: SavedFile; audio: Manifest['audio'] }> {
  const audio = { files: 0, bytes: 0 };
  const lines = async function* () {
    for await (const row of audioRows(snapshot)) {
      const saved = await saveOne(storage, folder, row);
      audio.files += 1;
      audio.bytes += saved.byteLength;
      yield `${JSON.stringify({ key: row.storageKey, byteLength: saved.byteLength, sha256: saved.sha256 })}\n`;
    }
  };
  const audioList = await saveStream(folder, 'audio.jsonl', Readable.from(lines(), { objectMode: false }));
  return { audioList, audio };
}

async function saveOne(storage: ObjectStorage, folder: string, row: AudioRow): Promise<SavedFile> {
  const content = await storage.read(row.storageKey).catch((error: unknown) => {
    if (!(error instanceof ObjectMissing)) throw error;
    throw new Error(`The audio of ${row.id} is missing. If it was removed just now, back up again.`);
  });
  const saved = await saveStream(folder, audioPathOf(row.storageKey), content);
  if (saved.byteLength !== row.byteLength) {
    throw new Error(`The audio of ${row.id} has ${saved.byteLength} bytes instead of ${row.byteLength}.`);
  }
  return saved;
}

async function* audioRows(snapshot: Client): AsyncGenerator<AudioRow> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await snapshot.query<AudioRow>(
      `select id, storage_key as "storageKey", byte_length::integer as "byteLength" from audio_files
       where id > $1 order by id limit $2`,
      [after, rowsAtOnce],
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Every line of the list of audio files. */
export async function* listedAudio(folder: string, { audioList }: Manifest): AsyncGenerator<SavedAudio> {
  const lines = createInterface({ input: createReadStream(join(folder, audioList.path)) });
  for await (const line of lines) yield SavedAudio.parse(JSON.parse(line));
}

/** Stores a file of the backup as it was. @throws when it is not what was saved */
export async function restoreAudio(storage: ObjectStorage, folder: string, saved: SavedAudio): Promise<void> {
  const hash = createHash('sha256');
  const checked = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
    flush: (done) =>
      done(hash.digest('hex') === saved.sha256 ? null : new Error(`${saved.key} is not what was saved.`)),
  });
  const content = createReadStream(join(folder, audioPathOf(saved.key)));
  content.on('error', (error) => checked.destroy(error));
  await storage.write(saved.key, content.pipe(checked));
}
