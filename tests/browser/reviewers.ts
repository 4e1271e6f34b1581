import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Session } from '#contract/accounts.ts';
import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { api } from '#contract/index.ts';
import { type ApiUser, apiUser } from '#tests/support/earshot.ts';
import type { RunningEarshot } from './fixtures.ts';
import { linkFor, password } from './people.ts';

/** How much faster the server's clock runs while a reviewer listens. */
const factor = 15;

/** A listener who uses the product by its API alone, from sign-up on. */
async function aListener(page: Page, earshot: RunningEarshot, name: string): Promise<ApiUser> {
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
  const listener = apiUser(earshot.url, user.id, accessToken);
  await listener.get(api.accounts.updateProfile, { body: { displayName: name, userType: 'listener' } });
  return listener;
}

/** Listens to the track that is served next, on the server's racing clock, and reviews it. */
export async function reviewNext(
  page: Page,
  earshot: RunningEarshot,
  { name, rating, comment }: { name: string; rating: number; comment: string },
): Promise<void> {
  const listener = await aListener(page, earshot, name);
  const { track } = await listener.get(api.listening.nextTrack, { body: {} });
  if (!track) throw new Error('No track was served.');
  await (await listener.fetch(track.playbackLink.url)).arrayBuffer();
  const { trackId } = track;
  const sessionId = randomUUID();
  const { clock } = earshot;
  const started = clock.now().getTime();
  clock.race(factor);
  const report = async (event: 'start' | 'beat') => {
    const positionSeconds = (clock.now().getTime() - started) / 1000;
    const { listenedSeconds } = await listener.get(api.listening.recordPlayEvent, {
      body: { trackId, sessionId, event, positionSeconds, playing: true },
    });
    return listenedSeconds;
  };
  for (let heard = await report('start'); heard < requiredListeningSeconds; heard = await report('beat')) {
    await page.waitForTimeout(100);
  }
  clock.race(1);
  await listener.get(api.reviews.submitReview, {
    body: { trackId, rating, comment },
    idempotencyKey: randomUUID(),
  });
}
