import { expect } from 'vitest';
import { api } from '#contract/index.ts';
import type { ServerProcess } from '../world/server-process.ts';
import { apiUser } from './api-user.ts';

const password = 'a velvet curtain at noon';

/** Signs up at a running server, confirms by the mail's link, and signs in. */
export async function joinAt({ url }: Pick<ServerProcess, 'url'>, email: string) {
  const nobody = apiUser(url, '', undefined);
  await nobody.get(api.accounts.signUp, { body: { email, password } });
  const token = await expect
    .poll(() => confirmationToken(url, email), { timeout: 20_000 })
    .toBeDefined()
    .then(() => confirmationToken(url, email));
  await nobody.get(api.accounts.confirmEmail, { body: { type: 'signup', token: token ?? '', password } });
  return signInAt(url, email);
}

export async function signInAt(url: string, email: string, withPassword = password) {
  const session = await apiUser(url, '', undefined).get(api.accounts.signIn, {
    body: { email, password: withPassword },
  });
  return apiUser(url, session.user.id, session.accessToken);
}

async function confirmationToken(url: string, email: string): Promise<string | undefined> {
  const mails = (await (await fetch(`${url}/mailbox.json`)).json()) as {
    to: { address: string };
    links: string[];
  }[];
  return mails
    .filter(({ to }) => to.address === email)
    .flatMap((mail) => mail.links)
    .map((link) => /token=([\w-]+)/.exec(link)?.[1])
    .find(Boolean);
}
