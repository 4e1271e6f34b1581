import { text, timestamp } from '#server/adapters/database/columns.ts';
import type { Database } from '#server/adapters/database/database.ts';
import { statement } from '#server/adapters/database/statement.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Caller } from '#server/foundation/caller.ts';
import { readAccessToken } from '#server/identity/access-token.ts';
import { grantRole } from '#server/identity/admin-role.ts';
import { ensureProfile, updateProfile } from '#server/identity/own-profile.ts';
import { hashPassword } from '#server/identity/passwords.ts';
import { openSession } from '#server/identity/sessions.ts';
import { updateSettings } from '#server/identity/settings.ts';
import { signIn } from '#server/identity/sign-in.ts';
import { findUserByEmail } from '#server/identity/users-store.ts';
import { type SamplePerson, samplePassword } from './sample-people.ts';

const sampleClient = { address: '127.0.0.1', device: 'sample' };

const insertConfirmedUser = statement({
  takes: { email: text, passwordHash: text, now: timestamp },
  gives: {},
})`insert into users (email, email_normalized, password_hash, confirmed_at, created_at)
   values (${'email'}, ${'email'}, ${'passwordHash'}, ${'now'}, ${'now'})`;

/** A confirmed sample account with a session and finished onboarding. Sends no mail to its made-up address. */
export async function makePerson(
  deps: Dependencies,
  owner: Database,
  person: SamplePerson,
  password = samplePassword,
): Promise<Caller> {
  const { email } = person;
  const passwordHash = await hashPassword(password);
  await insertConfirmedUser.run(owner, { email, passwordHash, now: deps.clock.now() });
  const caller = await signInAs(deps, person, password);
  await onboard(deps, caller, person);
  if (person.admin) await grantRole({ ownerDatabase: owner, clock: deps.clock }, email, 'admin');
  return caller;
}

/**
 * Makes many sample accounts with one password, hashed once, because hashing takes longer than everything else here.
 * Nobody signs in as them while samples are made.
 */
export async function makePanel(
  deps: Dependencies,
  owner: Database,
  people: readonly SamplePerson[],
): Promise<Caller[]> {
  const passwordHash = await hashPassword(samplePassword);
  return Promise.all(
    people.map(async (person) => {
      const { email, userType } = person;
      await insertConfirmedUser.run(owner, { email, passwordHash, now: deps.clock.now() });
      const account = await findUserByEmail(owner, email);
      if (!account) throw new Error(`There is no sample account ${email}.`);
      await deps.database.transaction((tx) => ensureProfile(tx, account, deps.clock.now()));
      const caller: Caller = { userId: account.id, sessionId: '', userType, isAdmin: false };
      await onboard(deps, caller, person);
      return caller;
    }),
  );
}

async function onboard(
  deps: Dependencies,
  caller: Caller,
  { displayName, userType, bio, genres }: SamplePerson,
): Promise<void> {
  await updateProfile(deps, caller, { displayName, userType, bio, genres });
  const notices = {
    review_received: false,
    review_decided: false,
    payout_decided: false,
    new_track: false,
    link_opened: false,
  };
  await updateSettings(deps, caller.userId, { notices });
}

/** A new session of a sample account. Unused sessions end after 30 days, and samples span more. */
export async function signInAs(
  deps: Dependencies,
  { email, userType, admin }: SamplePerson,
  password = samplePassword,
): Promise<Caller> {
  const { session } = await signIn(deps, { email, password }, sampleClient);
  const claims = await readAccessToken(deps, session.accessToken);
  if (!claims) throw new Error('The fresh session cannot be read.');
  return { userId: session.user.id, sessionId: claims.sessionId, userType, isAdmin: admin === true };
}

/** Opens a session without the password. */
export async function openSampleSession(deps: Dependencies, caller: Caller): Promise<Caller> {
  const { sessionId } = await deps.database.transaction((tx) =>
    openSession(tx, deps, caller.userId, sampleClient),
  );
  return { ...caller, sessionId };
}
