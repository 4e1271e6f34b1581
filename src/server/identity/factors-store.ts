import { bigint, bytes, integer, nullable, timestamp, uuid } from '../adapters/database/columns.ts';
import type { Queryable, Transaction } from '../adapters/database/database.ts';
import { statement } from '../adapters/database/statement.ts';

const begin = statement({ takes: { userId: uuid, secretEncrypted: bytes, now: timestamp }, gives: {} })`
  insert into factors (user_id, secret_encrypted, created_at) values (${'userId'}, ${'secretEncrypted'}, ${'now'})
  on conflict (user_id) do update set secret_encrypted = excluded.secret_encrypted, created_at = excluded.created_at
  where factors.verified_at is null`;

const read = statement({
  takes: { userId: uuid },
  gives: { verifiedAt: nullable(timestamp), codesLeft: integer },
})`
  select verified_at as "verifiedAt",
    (select count(*)::integer from recovery_codes c where c.user_id = f.user_id and c.used_at is null) as "codesLeft"
  from factors f where user_id = ${'userId'}`;

const lock = statement({
  takes: { userId: uuid },
  gives: { secretEncrypted: bytes, verifiedAt: nullable(timestamp) },
})`
  select secret_encrypted as "secretEncrypted", verified_at as "verifiedAt"
  from factors where user_id = ${'userId'} for update`;

const verify = statement({ takes: { userId: uuid, now: timestamp }, gives: {} })`
  update factors set verified_at = ${'now'} where user_id = ${'userId'} and verified_at is null`;

const takeStep = statement({ takes: { userId: uuid, step: bigint }, gives: {} })`
  update factors set last_step = ${'step'} where user_id = ${'userId'} and last_step < ${'step'}`;

const secrets = statement({
  takes: { after: uuid, most: integer },
  gives: { id: uuid, encrypted: bytes },
})`
  select user_id as id, secret_encrypted as encrypted from factors
  where user_id > ${'after'} order by user_id limit ${'most'}::integer`;

const replaceSecret = statement({
  takes: { userId: uuid, before: bytes, secretEncrypted: bytes },
  gives: {},
})`
  update factors set secret_encrypted = ${'secretEncrypted'}
  where user_id = ${'userId'} and secret_encrypted = ${'before'}`;

const remove = statement({ takes: { userId: uuid }, gives: {} })`
  delete from factors where user_id = ${'userId'}`;

const removeCodes = statement({ takes: { userId: uuid }, gives: {} })`
  delete from recovery_codes where user_id = ${'userId'}`;

const insertCode = statement({ takes: { userId: uuid, codeHash: bytes }, gives: {} })`
  insert into recovery_codes (user_id, code_hash) values (${'userId'}, ${'codeHash'})`;

const takeCode = statement({ takes: { userId: uuid, codeHash: bytes, now: timestamp }, gives: {} })`
  update recovery_codes set used_at = ${'now'}
  where user_id = ${'userId'} and code_hash = ${'codeHash'} and used_at is null`;

/** Stores the secret of an unverified factor; false if the user already has a verified one. */
export const beginFactor = async (
  db: Queryable,
  factor: { userId: string; secretEncrypted: Buffer; now: Date },
) => (await begin.run(db, factor)) === 1;

export const findFactor = (db: Queryable, userId: string) => read.one(db, { userId });

/** Whether the user's sign-ins need a second factor. */
export const hasFactor = async (db: Queryable, userId: string): Promise<boolean> =>
  ((await findFactor(db, userId))?.verifiedAt ?? null) !== null;

export const lockFactor = (tx: Transaction, userId: string) => lock.one(tx, { userId });

export const markFactorVerified = (tx: Transaction, userId: string, now: Date) =>
  verify.run(tx, { userId, now });

/** Consumes a time step; false if it or a later one was used before. */
export const takeFactorStep = async (tx: Transaction, userId: string, step: number) =>
  (await takeStep.run(tx, { userId, step })) === 1;

/** The encrypted factor secrets after a user id, in id order. */
export const listFactorSecrets = (db: Queryable, after: string, most: number) =>
  secrets.all(db, { after, most });

/** Stores a factor's re-encrypted secret, unless it has changed since. */
export const replaceFactorSecret = (db: Queryable, userId: string, before: Buffer, secretEncrypted: Buffer) =>
  replaceSecret.run(db, { userId, before, secretEncrypted });

export async function removeFactor(tx: Transaction, userId: string): Promise<void> {
  await remove.run(tx, { userId });
  await removeCodes.run(tx, { userId });
}

export const insertRecoveryCode = (tx: Transaction, userId: string, codeHash: Buffer) =>
  insertCode.run(tx, { userId, codeHash });

/** Consumes a recovery code; false if it is unknown or already used. */
export const takeRecoveryCode = async (tx: Transaction, userId: string, codeHash: Buffer, now: Date) =>
  (await takeCode.run(tx, { userId, codeHash, now })) === 1;
