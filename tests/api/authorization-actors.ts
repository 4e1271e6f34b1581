import { randomUUID } from 'node:crypto';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import type { Earshot } from '#tests/support/world/earshot.ts';
import { sql } from '#tests/support/world/sql.ts';

/** Every kind of user of the API. */
export const actors = [
  'anonymous',
  'forged token',
  'ended session',
  'suspended',
  'listener',
  'artist',
  'admin',
  'no user type',
] as const;
export type Actor = (typeof actors)[number];

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
/** A token of the right shape for a real user, signed by nobody. */
const forgedToken = (userId: string): string =>
  [
    part({ alg: 'ES256', typ: 'at+jwt' }),
    part({ sub: userId, sid: randomUUID(), exp: 4_000_000_000 }),
    Buffer.alloc(64, 7).toString('base64url'),
  ].join('.');

async function endSessions(earshot: Earshot, userId: string): Promise<void> {
  await sql(
    earshot.testDatabase.ownerDatabase,
    "update sessions set ended_at = now(), end_reason = 'signed_out' where user_id = $1",
    [userId],
  );
}

/** A new person of this kind; also anonymous and forged ones stand for a real account. */
export async function anActor(earshot: Earshot, actor: Actor): Promise<ApiUser> {
  switch (actor) {
    case 'anonymous':
    case 'forged token': {
      const { userId } = await earshot.signIn({ userType: 'listener' });
      return apiUser(earshot.url, userId, actor === 'anonymous' ? undefined : forgedToken(userId));
    }
    case 'ended session': {
      const user = await earshot.signIn({ userType: 'listener' });
      await endSessions(earshot, user.userId);
      return user;
    }
    case 'suspended':
      return earshot.signIn({ userType: 'listener', suspended: true });
    case 'listener':
    case 'artist':
      return earshot.signIn({ userType: actor });
    case 'admin':
      return earshot.signIn({ userType: null, admin: true });
    case 'no user type':
      return earshot.signIn({ userType: null });
  }
}
