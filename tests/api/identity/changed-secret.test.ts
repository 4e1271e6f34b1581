import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dependencies } from '#server/dependencies.ts';
import { Refusal } from '#server/foundation/refusals.ts';
import { deriveServerKeys } from '#server/foundation/server-keys.ts';
import { accessKeySet, readAccessToken } from '#server/identity/access-token.ts';
import { accountsRoutes } from '#server/identity/accounts-routes.ts';
import { stepOf, totpCode } from '#server/identity/second-factor-code.ts';
import { renewStoredSecrets } from '#server/identity/stored-secrets.ts';
import { createPlaybackLink, openAudio } from '#server/music/tracks/audio/open-audio.ts';
import { createExport, openExport } from '#server/operation/personal-data/create-export.ts';
import { readBase32 } from '#tests/support/files/read-base32.ts';
import {
  type AccountsWorld,
  aConfirmedPerson,
  accountsWorld,
  anonymously,
  cookieJar,
  goodPassword,
  laptop,
  outcomeOf,
  type SignedIn,
  signInAs,
} from '#tests/support/people/accounts.ts';
import { aTrack } from '#tests/support/world/rows.ts';

const former = 'the secret of this server, 32 long';
const present = 'the next secret of this server, long';

let world: AccountsWorld;
beforeAll(async () => {
  world = await accountsWorld();
});
afterAll(() => world.end());

/** The same server, started again with other secrets. */
const serverWith = (secret: string, previous?: string): Dependencies => ({
  ...world.deps,
  keys: deriveServerKeys(secret, previous),
});

/** Refreshes on that server; the answer's access token, or the refusal's code. */
async function refreshAt(deps: Dependencies, { jar }: SignedIn): Promise<string> {
  const refreshed = accountsRoutes(deps).refreshSession({ ...anonymously(laptop, jar), body: {} });
  return refreshed.then(
    ({ accessToken }) => accessToken,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );
}

async function turnOnSecondFactor(person: SignedIn): Promise<Buffer> {
  const own = { caller: person.caller, client: laptop, refreshCookie: person.jar };
  const begun = await world.routes.beginSecondFactor({ ...own, body: { password: goodPassword } });
  const secret = readBase32(begun.secret);
  const code = totpCode(secret, stepOf(world.clock.now()));
  await world.routes.finishSecondFactor({ ...own, body: { code } });
  return secret;
}

/** Signs in with password and code on that server. */
async function signInAt(deps: Dependencies, { email }: SignedIn, secret: Buffer): Promise<string> {
  world.clock.advance(60);
  const routes = accountsRoutes(deps);
  const asked = await routes
    .signIn({ ...anonymously(), body: { email, password: goodPassword } })
    .catch((error: unknown) => error);
  const challenge = asked instanceof Refusal ? String(asked.details.challenge) : '';
  const code = totpCode(secret, stepOf(world.clock.now()));
  return outcomeOf(
    routes.verifySecondFactor({ ...anonymously(laptop, cookieJar()), body: { challenge, code } }),
  );
}

test('while the secret changes, tokens and links issued under the former secret work, and new ones use the present secret', async () => {
  const person = await signInAs(world, await aConfirmedPerson(world, 'ada'));
  const exported = await createExport(world.deps, person.caller, { password: goodPassword });
  const secret = await turnOnSecondFactor(person);
  const { id: trackId } = await aTrack(world.db.ownerDatabase, { artistId: person.userId });
  const [payload = '', mac = ''] = exported.url.split('/').at(-1)?.split('.') ?? [];
  const { url } = await createPlaybackLink(world.deps, person.caller, trackId);
  const [audio = '', audioMac = ''] = url.split('/').at(-1)?.split('.') ?? [];

  const changing = serverWith(present, former);
  expect(await readAccessToken(changing, person.accessToken)).toMatchObject({ userId: person.userId });
  expect((await openExport(changing, { payload, mac }, person.caller.sessionId)).userId).toBe(person.userId);
  expect((await openAudio(changing, { payload: audio, mac: audioMac })).hearerId).toBe(person.userId);
  expect(await signInAt(changing, person, secret)).toBe('done');
  const next = await refreshAt(changing, person);
  expect(await readAccessToken(world.deps, next)).toBeUndefined();
  expect(await readAccessToken(serverWith(present), next)).toMatchObject({ userId: person.userId });
  expect(accessKeySet(changing.keys).keys.map(({ kid }) => kid)).toEqual([
    deriveServerKeys(present).accessTokens.kid,
    deriveServerKeys(former).accessTokens.kid,
  ]);
});

test('once stored secrets are renewed, the former secret can be removed and is no longer accepted', async () => {
  const person = await signInAs(world, await aConfirmedPerson(world, 'bo'));
  const secret = await turnOnSecondFactor(person);
  const later = serverWith(present);
  const cookie = person.jar.token ?? '';
  expect(await refreshAt(later, person)).toBe('refresh_token_invalid');
  person.jar.set(cookie);

  const changing = serverWith(present, former);
  expect(await renewStoredSecrets(later)).toBe(0);
  expect(await renewStoredSecrets(changing)).toBeGreaterThanOrEqual(2);
  expect(await renewStoredSecrets(changing)).toBe(0);
  expect(await readAccessToken(later, await refreshAt(later, person))).toMatchObject({
    userId: person.userId,
  });
  expect(await signInAt(later, person, secret)).toBe('done');
  expect(await readAccessToken(later, person.accessToken)).toBeUndefined();
  expect(await refreshAt(world.deps, person)).toBe('refresh_token_invalid');
});

test('a rolling restart can first add the next secret everywhere, then switch to it', async () => {
  const prepared = serverWith(former, present);
  const changed = serverWith(present, former);
  const person = await signInAs(world, await aConfirmedPerson(world, 'cy'));
  for (const server of [changed, prepared, changed, prepared]) {
    const token = await refreshAt(server, person);
    expect(await readAccessToken(prepared, token)).toMatchObject({ userId: person.userId });
    expect(await readAccessToken(changed, token)).toMatchObject({ userId: person.userId });
    await renewStoredSecrets(server);
  }
});
