import { unzipSync } from 'fflate';
import { api } from '#contract/index.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import type { Earshot } from '../world/earshot.ts';
import { sql } from '../world/sql.ts';
import { goodPassword as password } from './accounts.ts';
import type { ApiUser } from './api-user.ts';

let passwordHash: string | undefined;

/** Gives the user the password that an export asks for. */
export async function withPassword({ testDatabase }: Earshot, user: ApiUser): Promise<ApiUser> {
  passwordHash ??= await hashPassword(password);
  await sql(testDatabase.ownerDatabase, 'update users set password_hash = $2 where id = $1', [
    user.userId,
    passwordHash,
  ]);
  return user;
}

/** The link to the export of a user who has this password. */
export const exportLinkOf = async (user: ApiUser): Promise<string> =>
  (await user.get(api.personalData.createExport, { body: { password } })).url;

/** The files of a user's export by name. */
export async function exportOf(earshot: Earshot, user: ApiUser): Promise<Record<string, Uint8Array>> {
  const response = await user.fetch(await exportLinkOf(await withPassword(earshot, user)));
  return unzipSync(new Uint8Array(await response.arrayBuffer()));
}
