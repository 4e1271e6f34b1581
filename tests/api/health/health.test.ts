import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Earshot, startEarshot } from '#tests/support/earshot.ts';

let earshot: Earshot;
beforeAll(async () => {
  earshot = await startEarshot({ PUBLIC_URL: 'https://earshot.example', DEMO_MODE: 'off' });
});
afterAll(() => earshot.close());

test('health tells its four values to whoever asks', async () => {
  const response = await earshot.nobody.fetch('/health');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    status: 'OK',
    domain: 'earshot.example',
    code: 200,
    timestamp: earshot.clock.now().toISOString(),
  });
});

test('health is 503 while the database does not answer', async () => {
  const gone = await startEarshot({ PUBLIC_URL: 'https://earshot.example' });
  try {
    await gone.deps.database.close();
    const response = await gone.nobody.fetch('/health');
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ status: 'Unavailable', code: 503 });
  } finally {
    await gone.close();
  }
});
