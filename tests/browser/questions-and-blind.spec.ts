import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installFastMotion, playFor } from './fast-motion.ts';
import { expect, type RunningEarshot, test, watchConsole } from './fixtures.ts';
import { joinByApi } from './joining-by-api.ts';
import { comment, hear } from './listening-acts.ts';
import { signIn } from './people.ts';

test.use({ world: 'questions-and-blind' });

const asked = {
  intro: 'Is the intro too long?',
  loudness: 'How loud is the snare?',
  audience: 'Who would you play this to?',
};
const blind = { title: 'Glass Harbour', artist: 'Zephyrine' };
const submit = 'Submit Review (Pending Approval)';

/** An artist on the filled-in upload page. */
async function openUpload(page: Page, earshot: RunningEarshot, artist: string, title: string, file: string) {
  const user = await joinByApi(page, earshot, artist, 'artist');
  await signIn(page, `${artist.toLowerCase()}@example.org`);
  await page.goto('/app/upload');
  await page
    .locator('input[accept*=audio]')
    .setInputFiles(join(import.meta.dirname, '../../samples/music', file));
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: /Genre/ }).click();
  await page.getByRole('option', { name: 'Metal' }).click();
  return user;
}

async function sendUpload(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Track' }).click();
  await page.waitForURL('**/app/tracks', { timeout: 60_000 });
}

/** Asks one question of each kind. */
async function writeQuestions(page: Page): Promise<void> {
  const ask = async (number: number, question: string, kind: string) => {
    const one = page.getByRole('group', { name: `Question ${number}` });
    await one.getByRole('textbox', { name: `Question ${number}` }).fill(question);
    await one.getByRole('radio', { name: kind }).check({ force: true });
    return one;
  };
  await page.getByRole('button', { name: 'Ask listeners a question' }).click();
  const first = await ask(1, asked.intro, 'Choices');
  await first.getByLabel('Choice 1').fill('Too long');
  await first.getByLabel('Choice 2').fill('Just right');
  await first.getByLabel('Moment').fill('0:12');
  await page.getByRole('button', { name: 'Add another question' }).click();
  await ask(2, asked.loudness, 'Scale of five');
  await page.getByRole('button', { name: 'Add another question' }).click();
  await ask(3, asked.audience, 'One line');
  await expect(page.getByRole('button', { name: 'Add another question' })).toBeHidden();
}

interface Received {
  /** Every answer and live event that the page has got so far, as text. */
  texts(): Promise<string[]>;
}

/** Keeps what the network brings to a page. Of sound it keeps the address alone, read as its signed words too. */
function collect(page: Page): Received {
  const received: Promise<string>[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(Promise.resolve(`live ${payload}`))),
  );
  page.on('response', (response) => {
    const headers = response.headers();
    const [signed = ''] = (new URL(response.url()).pathname.split('/').at(-1) ?? '').split('.');
    const head = `${response.url()} ${Buffer.from(signed, 'base64url').toString('latin1')} ${JSON.stringify(headers)}`;
    const isText = /json|text/.test(headers['content-type'] ?? '');
    // A page that is left takes the answers with it that it had not read.
    const body = isText ? response.text().catch(() => '') : Promise.resolve('');
    received.push(body.then((text) => `${head} ${text}`));
  });
  return { texts: () => Promise.all(received) };
}

/** What the page shows, is called, keeps and gives the lock screen. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const { title = '', artist = '', album = '' } = navigator.mediaSession.metadata ?? {};
    return {
      lockScreen: { title, artist, album },
      all: [
        document.documentElement.outerHTML,
        document.title,
        location.href,
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
        `${title} ${artist} ${album}`,
      ],
    };
  });

/** Where one of the secrets stands. */
const having = (texts: readonly string[], secrets: readonly string[]) =>
  texts.filter((text) => secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase())));

test('an artist asks three questions about a track heard blind; a listener answers them with the review, and then learns its title', async ({
  browser,
  page: artist,
  earshot,
}) => {
  const quiet = watchConsole(artist);
  const zephyrine = await openUpload(artist, earshot, blind.artist, blind.title, 'war-of-freedom.mp3');
  await writeQuestions(artist);
  await artist.getByText('Blind listening').click();
  await expect(artist.getByRole('switch', { name: 'Blind listening' })).toBeChecked();
  await sendUpload(artist);
  await expect(artist.getByText('heard blind')).toBeVisible();
  const analytics = artist.getByRole('link', { name: /Analytics/ }).last();
  const secrets = [
    blind.title,
    blind.artist,
    zephyrine.userId,
    trackIdIn(await analytics.getAttribute('href')),
  ];

  await joinByApi(artist, earshot, 'Lee', 'listener');
  const page = await browser.newPage({ baseURL: earshot.url });
  const quietToo = watchConsole(page);
  await installFastMotion(page);
  await signIn(page, 'lee@example.org');
  const received = collect(page);
  const play = page.getByRole('button', { name: 'Play', exact: true });

  await test.step('the questions show before play, and the button waits for the required answers', async () => {
    await page.goto('/app/review');
    await expect(page.getByRole('heading', { level: 1, name: 'Blind listening' })).toBeVisible();
    const ahead = page.getByRole('region', { name: 'The artist asks' });
    for (const question of Object.values(asked))
      await expect(ahead.getByRole('listitem').filter({ hasText: question })).toBeVisible();
    await expect(ahead.getByText('Too long / Just right')).toBeVisible();

    await play.click();
    await playFor(page, earshot.clock, 10);
    await expect.poll(async () => (await shown(page)).lockScreen.title).toBe('Blind listening');
    expect((await shown(page)).lockScreen.artist).toBe('');
    await hear(page, earshot, () => play.click());
    const send = page.getByRole('button', { name: submit });
    const hint = page.getByText('Answer this to submit your review.');
    const choice = page.getByRole('radiogroup', { name: asked.intro });
    const scale = page.getByRole('radiogroup', { name: asked.loudness });
    await page.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Your review' }).fill(comment);
    await expect(choice.getByText('Answer this to submit your review.')).toBeVisible();
    await expect(send).toBeDisabled();
    await choice.getByRole('radio', { name: 'Just right' }).check({ force: true });
    await expect(scale.getByText('Answer this to submit your review.')).toBeVisible();
    await expect(hint).toHaveCount(1);
    await expect(send).toBeDisabled();
    await scale.getByRole('radio', { name: '2' }).check({ force: true });
    await expect(hint).toHaveCount(0);
    await page.getByRole('textbox', { name: asked.audience }).fill('My sister on a long drive');
    await expect(send).toBeEnabled();
  });

  await test.step('nothing identifies the track to its listener until the review is sent', async () => {
    const texts = await received.texts();
    const { all } = await shown(page);
    // What is looked through is really there.
    for (const known of ['/api/queue/next', '/api/listening', 'live ', 'audio/mpeg'])
      expect(having(texts, [known]), known).not.toEqual([]);
    expect(having(texts, ['Blind listening'])).not.toEqual([]);
    expect(having([...texts, ...all], secrets)).toEqual([]);

    await page.getByRole('button', { name: submit }).click();
    await expect(page.getByText('That’s all for now.')).toBeVisible();
    await page.goto('/app/my-reviews');
    await expect(page.getByRole('heading', { name: blind.title })).toBeVisible();
    await expect(page.getByText(blind.artist)).toBeVisible();
    expect(having(await received.texts(), [blind.title])).not.toEqual([]);
  });

  await test.step('the artist sees the answers', async () => {
    await analytics.click();
    await artist.getByRole('heading', { name: 'Details' }).click();
    const questions = artist.getByRole('region', { name: 'Questions' });
    await expect(questions.getByRole('row', { name: 'Just right 1' })).toBeVisible();
    await expect(questions.getByRole('row', { name: 'Too long 0' })).toBeVisible();
    await expect(questions.getByText('1 answer, 2.0 on average')).toBeVisible();
    await expect(questions.getByText('My sister on a long drive')).toBeVisible();
    await artist.getByText('Who heard it').click();
    await expect(artist.getByRole('row', { name: /Lee.*60 s/ })).toBeVisible();
  });
  quiet();
  quietToo();
  await page.close();
});

const trackIdIn = (href: string | null): string => {
  const id = new URLSearchParams(href?.split('?')[1]).get('track');
  if (id === null) throw new Error(`No track is named in ${href}.`);
  return id;
};
