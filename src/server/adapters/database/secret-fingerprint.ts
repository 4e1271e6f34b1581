import { bytes } from './columns.ts';
import type { Queryable } from './database.ts';
import { statement } from './statement.ts';

const insert = statement({ takes: { fingerprint: bytes }, gives: {} })`
  insert into server_secret (fingerprint) values (${'fingerprint'}) on conflict do nothing`;

const read = statement({ takes: {}, gives: { fingerprint: bytes } })`select fingerprint from server_secret`;

const replace = statement({ takes: { former: bytes, fingerprint: bytes }, gives: {} })`
  update server_secret set fingerprint = ${'fingerprint'}, set_at = now() where fingerprint = ${'former'}`;

const overwrite = statement({ takes: { fingerprint: bytes }, gives: {} })`
  insert into server_secret (fingerprint) values (${'fingerprint'})
  on conflict (only_row) do update set fingerprint = excluded.fingerprint, set_at = now()`;

/** Undefined in a database that no server has used yet. */
export const readFingerprint = async (database: Queryable): Promise<Buffer | undefined> =>
  (await read.one(database, {}))?.fingerprint;

/** Stores the first fingerprint. If several servers start at once, only one succeeds. */
export const storeFirstFingerprint = (database: Queryable, fingerprint: Buffer) =>
  insert.run(database, { fingerprint });

/** Replaces the former fingerprint, unless another server already has. */
export const replaceFingerprint = (database: Queryable, former: Buffer, fingerprint: Buffer) =>
  replace.run(database, { former, fingerprint });

export const overwriteFingerprint = (database: Queryable, fingerprint: Buffer) =>
  overwrite.run(database, { fingerprint });
