import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Session, type UserType } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { type ApiUser, apiUser } from '#tests/support/people/api-user.ts';
import type { RunningEarshot } from './fixtures.ts';
import { linkFor, password } from './people.ts';

/** Somebody who uses the product by its API alone, from sign-up on. */
export async function joinByApi(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  name: string,
  userType: UserType,
): Promise<ApiUser> {
  const email = `${name.toLowerCase()}@example.org`;
  const nobody = apiUser(earshot.url, '', undefined);
  await nobody.get(api.accounts.signUp, { body: { email, password } });
  const token = new URLSearchParams(new URL(await linkFor(page, earshot, email)).hash.slice(1)).get('token');
  await nobody.get(api.accounts.confirmEmail, { body: { type: 'signup', token: token ?? '', password } });
  const { path, method } = api.accounts.signIn;
  const response = await nobody.fetch(path, {
    method,
    headers: { 'content-type': 'application/json', origin: earshot.url },
    body: JSON.stringify({ email, password }),
  });
  const { accessToken, user } = Session.parse(await response.json());
  const person = apiUser(earshot.url, user.id, accessToken);
  await person.get(api.accounts.updateProfile, { body: { displayName: name, userType } });
  return person;
}

/** One of the sample tracks. */
export const sampleFile = async (file: string): Promise<Blob> =>
  new Blob([await readFile(join(import.meta.dirname, '../../samples/music', file))]);

/** Uploads one of the sample tracks. */
export async function uploadByApi(artist: ApiUser, title: string, file: string): Promise<void> {
  const uploadId = randomUUID();
  await artist.upload(await sampleFile(file), uploadId);
  await artist.get(api.tracks.createTrack, { body: { uploadId, title, genre: 'metal' } });
}
