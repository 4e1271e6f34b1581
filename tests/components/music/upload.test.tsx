import { Link } from '@tanstack/react-router';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { maximumUploadBytes } from '#contract/business-rules.ts';
import type { Answer } from '#contract/call.ts';
import { api } from '#contract/index.ts';
import { Mp3FrameReader } from '#server/music/tracks/audio/mp3-frame-reader.ts';
import { aChosenMp3 } from '#tests/support/files/chosen-mp3.ts';
import { aFlac, anAiff, aTone, aWav } from '#tests/support/files/masters.ts';
import { holdUploads } from '#tests/support/people/held-uploads.ts';
import { answerQuestions, asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { emptyBalance, shownForecast } from '#tests/support/screens/shown-reviews.ts';
import { emptyVerdict } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { holdWorkers } from '#tests/support/world/held-workers.ts';
import { queryClient } from '#web/calls/query-client.ts';
import { queryKeys } from '#web/calls/query-keys.ts';
import { UploadPage } from '#web/music/tracks/upload-page.tsx';

const mebibyte = 1024 * 1024;
type Eligibility = Answer<typeof api.subscriptions.getUploadEligibility>;
const onIndie: Eligibility = {
  plan: 'basic',
  uploadsLimit: 2,
  uploadsUsed: 1,
  canUpload: true,
  balance: { ...emptyBalance, left: 20 },
  assigns: 10,
  mostReviews: 20,
  forecast: null,
  source: 'subscription',
  creditsRemaining: 0,
  isPlanPaused: false,
  isCreditShared: false,
  freeUploads: { left: 0, nextAt: null },
};
const atLimit: Eligibility = { ...onIndie, uploadsUsed: 2, canUpload: false, source: 'none' };

const { track } = emptyVerdict;

let eligibility: Eligibility;
beforeEach(() => {
  eligibility = onIndie;
  signInAs({ userType: 'artist' });
  answerCall(api.subscriptions.getUploadEligibility, () => eligibility);
  answerCall(api.tracks.findSimilar, () => ({ isKnown: true, track: null }));
  answerCall(api.tracks.readUpload, ({ params }) => ({ ...params, receivedBytes: 0, stored: null }));
});

const reviews = () => page.getByLabelText('Reviews');
const title = () => page.getByLabelText('Title');
const genre = () => page.getByRole('button', { name: /Genre/ });
const button = (name: string) => page.getByRole('button', { name });
const text = (words: string | RegExp) => page.getByText(words);

const chooseFile = (name: string, type: string, bytes = 4 * mebibyte) =>
  chooseBytes(name, type, aChosenMp3(bytes));

/** As the browser's own dialog does it, which no test can press. */
async function chooseBytes(name: string, type: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  await expect.element(button('Choose file')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('The page has no place for a file.');
  const chosen = new DataTransfer();
  chosen.items.add(new File([bytes], name, { type }));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function* inOne(bytes: Uint8Array) {
  yield bytes;
}

async function fillIn(): Promise<void> {
  await chooseFile('night bus.mp3', 'audio/mpeg');
  await expect.element(text('night bus.mp3')).toBeVisible();
  await title().fill('Night Bus');
  await genre().click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await page.getByLabelText('Description (Optional)').fill('Recorded on the way home.');
}

async function expectFilledIn(): Promise<void> {
  await expect.element(text('night bus.mp3')).toBeVisible();
  await expect.element(title()).toHaveValue('Night Bus');
  await expect.element(genre()).toHaveTextContent('Metal');
  await expect
    .element(page.getByLabelText('Description (Optional)'))
    .toHaveValue('Recorded on the way home.');
}

const withoutReviews = { ...onIndie, balance: emptyBalance, assigns: 0, mostReviews: 0 };
const comeLater = /^No reviews assigned\. Your next 40 come on Jun 27, 2099\./;

test('an artist without reviews is told so before the upload, and when more come', async () => {
  eligibility = withoutReviews;
  await show(<UploadPage />);
  await expect.element(text('0 reviews left')).toBeVisible();
  await expect.element(text(comeLater)).toBeVisible();
  expect(page.getByLabelText('Reviews').query()).toBeNull();
  await page.getByRole('link', { name: 'See plans and packs' }).click();
  await expect.element(text('This is /app/subscription')).toBeVisible();
});

test('the number of reviews is what an upload assigns unless the artist says less or more', async () => {
  eligibility = { ...onIndie, forecast: shownForecast(10) };
  answerCall(api.balance.forecastUpload, ({ query }) => shownForecast(query.reviews));
  const sent = answerCall(api.tracks.createTrack, () => track);
  const uploads = holdUploads();
  await show(<UploadPage />);
  await expect.element(text('20 reviews left')).toBeVisible();
  await expect.element(reviews()).toHaveValue(10);
  await expect.element(text('10 reviews by Fri, Dec 4.')).toBeVisible();
  await reviews().click();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(reviews()).toHaveValue(9);
  await expect.element(text('9 reviews by Fri, Dec 4.')).toBeVisible();
  await button('One more').click();
  await button('One more').click();
  await expect.element(text('11 reviews by Fri, Dec 4.')).toBeVisible();
  await fillIn();
  await reviews().fill('21');
  await expect.element(button('Upload Track')).toBeDisabled();
  await reviews().fill('0');
  await expect.element(text('No reviews for now. You can add them later.')).toBeVisible();
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect.poll(() => sent).toMatchObject([{ body: { reviews: 0 } }]);
});

test('if fewer reviews are left than the form knew, the number says so', async () => {
  answerCall(api.tracks.createTrack, () => refused('too_few_reviews', { left: 3 }));
  const uploads = holdUploads();
  await show(<UploadPage />);
  await fillIn();
  await reviews().fill('12');
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  eligibility = { ...onIndie, assigns: 3, mostReviews: 3 };
  uploads[0]?.stored();
  await expect.element(reviews()).toHaveFocus();
  await expect.element(page.getByRole('form').getByText(/only 3 reviews left|from 0 to 3/)).toBeVisible();
  await expectFilledIn();
});

test('the button requires a file, a title and a genre', async () => {
  eligibility = { ...onIndie, creditsRemaining: 1 };
  await show(<UploadPage />);
  await expect.element(text('Indie: 1/2 uploads')).toBeVisible();
  await expect.element(text('1 credit remaining')).toBeVisible();
  await expect.element(button('Upload Track')).toBeDisabled();
  await chooseFile('night bus.mp3', 'audio/mpeg');
  await expect.element(text('night bus.mp3')).toBeVisible();
  await expect.element(button('Upload Track')).toBeDisabled();
  await title().fill('Night Bus');
  await expect.element(button('Upload Track')).toBeDisabled();
  await genre().click();
  await page.getByRole('option', { name: 'Metal' }).click();
  await expect.element(button('Upload Track')).toBeEnabled();
  await title().fill('   ');
  await expect.element(button('Upload Track')).toBeDisabled();
});

test('a new question shows no error when the one before it is removed', async () => {
  await show(<UploadPage />);
  await fillIn();
  await button('Ask listeners a question').click();
  await expect.element(page.getByLabelText('Question 1', { exact: true })).toHaveFocus();
  await title().click();
  const complaint = text('Write the question, or remove it.');
  await expect.element(complaint).toBeVisible();
  await button('Add another question').click();
  await expect.element(page.getByLabelText('Question 2', { exact: true })).toHaveFocus();
  await button('Remove question 1').click();
  await expect.element(button('Remove question 2')).not.toBeInTheDocument();
  expect(complaint.query()).toBeNull();
  await title().click();
  await expect.element(complaint).toBeVisible();
});

test('an error does not move the button for another question away from the pointer', async () => {
  await show(<UploadPage />);
  await fillIn();
  await button('Ask listeners a question').click();
  await expect.element(page.getByLabelText('Question 1', { exact: true })).toHaveFocus();
  await button('Add another question').click();
  await expect.element(page.getByLabelText('Question 2', { exact: true })).toHaveFocus();
});

test('an error does not move a kind of answer away from the pointer', async () => {
  await show(<UploadPage />);
  await fillIn();
  await button('Ask listeners a question').click();
  await expect.element(page.getByLabelText('Question 1', { exact: true })).toHaveFocus();
  const scale = page.getByRole('radio', { name: /Scale of five/ });
  const card = scale.element().closest('label') ?? expect.fail('There is no card.');
  await page.elementLocator(card).click({ position: { x: 40, y: 4 } });
  await expect.element(scale).toBeChecked();
});

test('an empty question shows no error while the window loses focus', async () => {
  await show(<UploadPage />);
  await fillIn();
  await button('Ask listeners a question').click();
  const question = page.getByLabelText('Question 1', { exact: true });
  await expect.element(question).toHaveFocus();
  // As a browser does it then: the field stays the active element.
  question.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }));
  await expect.element(text('Write the question, or remove it.')).not.toBeInTheDocument();
  await title().click();
  await expect.element(text('Write the question, or remove it.')).toBeVisible();
});

test('a question shows that it is empty only after it loses focus', async () => {
  await show(<UploadPage />);
  await fillIn();
  await button('Ask listeners a question').click();
  const question = page.getByLabelText('Question 1', { exact: true });
  await expect.element(question).toHaveFocus();
  const complaint = () => text('Write the question, or remove it.');
  expect(complaint().query()).toBeNull();
  await page.getByLabelText('Choice 1').click();
  expect(complaint().query()).toBeNull();
  await title().click();
  await expect.element(complaint()).toBeVisible();
});

test('Enter in the title shows what is missing and moves the focus there', async () => {
  await show(<UploadPage />);
  await title().fill('Night Bus');
  await userEvent.keyboard('{Enter}');
  await expect.element(text('Missing information')).toBeVisible();
  await expect.element(text('Please fill in all required fields and select a file.').first()).toBeVisible();
  await expect.element(button('Choose file')).toHaveFocus();
});

test('a file that is not audio is rejected with the specified message', async () => {
  await show(<UploadPage />);
  await chooseFile('notes.pdf', 'application/pdf', 100);
  await expect.element(text('Invalid file type')).toBeVisible();
  await expect.element(page.getByRole('group').getByText('Please upload an MP3 audio file.')).toBeVisible();
  expect(text('notes.pdf').query()).toBeNull();
});

const beginning = (start: string) =>
  new Uint8Array(3 * mebibyte).fill(65).map((byte, i) => start.charCodeAt(i) || byte);
/** Frames of AAC, whose start is nearly that of an MP3's. */
const aac = aChosenMp3().map((byte, i, all) => (byte === 0xfb && all[i - 1] === 0xff ? 0xf1 : byte));

test.each([
  ['a voice memo', 'memo.m4a', 'audio/x-m4a', beginning('\0\0\0\x18ftypM4A ')],
  ['Ogg', 'take.ogg', 'audio/ogg', beginning('OggS')],
  ['AAC named .mp3', 'take.mp3', 'audio/mpeg', aac],
  ['a video named .mp3', 'clip.mp3', 'audio/mpeg', beginning('\0\0\0\x20ftypisom')],
  ['a picture named .mp3', 'cover.mp3', '', beginning('\x89PNG\r\n\x1a\n')],
  ['a text named .mp3', 'lyrics.mp3', 'audio/mpeg', beginning('ID, not a tag')],
  ['an empty file', 'empty.mp3', 'audio/mpeg', new Uint8Array()],
])('%s is rejected when it is chosen', async (_, name, type, bytes) => {
  await show(<UploadPage />);
  await chooseBytes(name, type, bytes);
  await expect.element(text('Invalid file type')).toBeVisible();
  await expect.element(page.getByRole('group').getByText('Please upload an MP3 audio file.')).toBeVisible();
  await expect.element(button('Choose file')).toBeVisible();
});

test('an MP3 behind a large picture is accepted, and of two files the last chosen', async () => {
  await show(<UploadPage />);
  const tag = new Uint8Array(600_000 + 10);
  tag.set([0x49, 0x44, 0x33, 3, 0, 0, 0, 0x24, 0x4f, 0x40]);
  const mp3 = aChosenMp3();
  const file = new Uint8Array(tag.length + mp3.length);
  file.set(tag);
  file.set(mp3, tag.length);
  await chooseBytes('first.mp3', 'audio/mpeg', file);
  await chooseBytes('second.mp3', 'audio/mpeg', mp3);
  await expect.element(text('second.mp3')).toBeVisible();
  expect(text('first.mp3').query()).toBeNull();
  await button('Remove file').click();
  await chooseBytes('first.mp3', 'audio/mpeg', file);
  await expect.element(text('first.mp3')).toBeVisible();
});

test('a file over 50MB is rejected, and one of exactly 50MB is accepted', async () => {
  await show(<UploadPage />);
  await chooseFile('long.mp3', 'audio/mpeg', maximumUploadBytes + 1);
  await expect.element(text('File too large')).toBeVisible();
  await expect
    .element(page.getByRole('group').getByText('Please upload a file smaller than 50MB.'))
    .toBeVisible();
  expect(text('long.mp3').query()).toBeNull();
  await chooseFile('just right.mp3', 'audio/mpeg', maximumUploadBytes);
  await expect.element(text('just right.mp3')).toBeVisible();
  await expect.element(text('Please upload a file smaller than 50MB.').nth(1)).not.toBeInTheDocument();
});

/** The pitch of each channel in hertz, as this browser plays the file. */
async function pitchesOf(mp3: Uint8Array<ArrayBuffer>): Promise<number[]> {
  const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(mp3.slice().buffer);
  return Array.from({ length: sound.numberOfChannels }, (_, channel) => {
    const second = sound.getChannelData(channel).subarray(2 * sound.sampleRate, 3 * sound.sampleRate);
    return second.filter((sample, i) => i > 0 && sample < 0 !== (second[i - 1] ?? 0) < 0).length / 2;
  });
}

const mono = { channels: 1, rate: 22_050 } as const;

test.each([
  ['WAV', 'wav', aWav(aTone(4)), [440, 880]],
  ['mono WAV of half the rate', 'wav', aWav(aTone(4, mono), mono), [440]],
  ['AIFF of 24 bits', 'aiff', anAiff(aTone(4), { bits: 24 }), [440, 880]],
  ['AIFF-C of little endian samples', 'aifc', anAiff(aTone(4), { compression: 'sowt' }), [440, 880]],
  ['FLAC', 'flac', aFlac(aTone(4)), [440, 880]],
])(
  'a %s becomes an MP3 with the same sound in the browser, which is uploaded and has only frames that the server accepts',
  async (_, ending, master, pitches) => {
    const uploads = holdUploads();
    answerCall(api.tracks.createTrack, () => track);
    await show(<UploadPage />);
    await chooseBytes(`night bus.${ending}`, `audio/${ending}`, master);
    await expect.element(text('night bus.mp3')).toBeVisible();
    await expect.element(text('MP3 ready')).toBeVisible();
    await title().fill('Night Bus');
    await genre().click();
    await page.getByRole('option', { name: 'Metal' }).click();
    await button('Upload Track').click();
    await expect.poll(() => uploads.length).toBe(1);
    const sent = uploads[0]?.content;
    if (!sent) throw new Error('Nothing was sent.');
    const mp3 = new Uint8Array(await sent.arrayBuffer());
    const reader = new Mp3FrameReader();
    const kept = await Array.fromAsync(reader.frames(inOne(mp3)), (run) => run.length);
    expect(kept.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(pitches.length * 75_000);
    const { samples, sampleRate } = reader.accepted;
    expect(samples / sampleRate).toBeCloseTo(4, 0);
    expect((await pitchesOf(mp3)).map((hertz) => Math.round(hertz / 5) * 5)).toEqual(pitches);
    uploads[0]?.stored();
    await expect.element(text('Upload successful!')).toBeVisible();
  },
);

test('a link asks before it loses an MP3 that is being encoded or ready, and stays if the artist cancels', async () => {
  const asked = answerQuestions(false);
  await show(
    <>
      <UploadPage />
      <Link to="/app/tracks">Away</Link>
    </>,
  );
  const workers = holdWorkers();
  await chooseBytes('night bus.wav', 'audio/wav', aWav(aTone(1)));
  const progress = page.getByRole('progressbar', { name: 'Making an MP3 of night bus.wav' });
  await expect.element(progress).toBeVisible();
  await page.getByRole('link', { name: 'Away' }).click();
  expect(asked).toHaveBeenCalledOnce();
  workers.release();
  await expect.element(text('night bus.mp3')).toBeVisible();
  await page.getByRole('link', { name: 'Away' }).click();
  expect(asked).toHaveBeenCalledTimes(2);
  await button('Remove file').click();
  await page.getByRole('link', { name: 'Away' }).click();
  await expect.element(text('This is /app/tracks')).toBeVisible();
  expect(asked).toHaveBeenCalledTimes(2);
});

test('a link asks before leaving a typed description or question', async () => {
  const asked = answerQuestions(false);
  await show(
    <>
      <UploadPage />
      <Link to="/app/tracks">Away</Link>
      <Link to="." hash="content">
        Further down
      </Link>
    </>,
  );
  await page.getByLabelText('Description (Optional)').fill('Recorded on the way home.');
  await page.getByRole('link', { name: 'Further down' }).click();
  expect(asked).not.toHaveBeenCalled();
  await page.getByRole('link', { name: 'Away' }).click();
  expect(asked).toHaveBeenCalledExactlyOnceWith('Leave this page? What you entered here is lost.');
  await expect
    .element(page.getByLabelText('Description (Optional)'))
    .toHaveValue('Recorded on the way home.');
  expect(asksBeforeLeaving()).toBe(true);

  await page.getByLabelText('Description (Optional)').fill('');
  await page.getByRole('link', { name: 'Away' }).click();
  await expect.element(text('This is /app/tracks')).toBeVisible();
  expect(asked).toHaveBeenCalledOnce();
});

test('a typed title and a begun question are asked about, an empty question is not', async () => {
  await show(<UploadPage />);
  await button('Ask listeners a question').click();
  const question = page.getByLabelText('Question 1', { exact: true });
  await question.fill('Too loud?');
  await expect.poll(asksBeforeLeaving).toBe(true);
  await button('Remove question 1').click();
  await button('Ask listeners a question').click();
  await expect.element(question).toHaveValue('');
  expect(asksBeforeLeaving()).toBe(false);
  await title().fill('Night Bus');
  expect(asksBeforeLeaving()).toBe(true);
  await title().fill('');
  expect(asksBeforeLeaving()).toBe(false);
});

test.each([
  ['WAV', 'wav', aWav(aTone(2))],
  ['FLAC', 'flac', aFlac(aTone(2))],
])('canceling a %s ends its worker, and the next file can be encoded', async (_, ending, master) => {
  const workers = holdWorkers();
  await show(<UploadPage />);
  const progress = page.getByRole('progressbar', { name: `Making an MP3 of first.${ending}` });
  for (let turn = 0; turn < 2; turn += 1) {
    await chooseBytes(`first.${ending}`, `audio/${ending}`, master);
    await expect.element(progress).toBeVisible();
    await expect.poll(workers.running).toBe(1);
    await button('Cancel').click();
    await expect.poll(workers.running).toBe(0);
    await expect.element(button('Choose file')).toHaveFocus();
  }
  workers.release();
  await chooseBytes(`second.${ending}`, `audio/${ending}`, master);
  await expect.element(text('second.mp3')).toBeVisible();
  expect(text('first.mp3').query()).toBeNull();
  expect(workers.running()).toBe(0);
});

test('the browser asks before leaving while an MP3 is encoded, and until the file is removed', async () => {
  await show(<UploadPage />);
  await expect.element(button('Choose file')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(false);
  await chooseBytes('night bus.wav', 'audio/wav', aWav(aTone(4)));
  await expect.poll(asksBeforeLeaving).toBe(true);
  await expect.element(text('night bus.mp3')).toBeVisible();
  expect(asksBeforeLeaving()).toBe(true);
  await button('Remove file').click();
  expect(asksBeforeLeaving()).toBe(false);
});

test.each([
  ['cut in the middle', aFlac(aTone(2)).slice(0, 150_000)],
  ['damaged after its start', aFlac(aTone(2)).fill(0, 60)],
])('a FLAC that is %s is rejected, and nothing of it is uploaded', async (_, file) => {
  await show(<UploadPage />);
  await chooseBytes('night bus.flac', 'audio/flac', file);
  const why = 'This file is damaged or incomplete. Export it again, or upload an MP3.';
  await expect.element(page.getByRole('group').getByText(why)).toBeVisible();
  await expect.element(button('Choose file')).toBeVisible();
});

test('encoding can be retried if the encoder did not load', async () => {
  const reachable = window.Worker;
  window.Worker = class extends reachable {
    constructor() {
      super('/no-such-thread.js', { type: 'module' });
    }
  };
  try {
    await show(<UploadPage />);
    await chooseBytes('night bus.wav', 'audio/wav', aWav(aTone(1)));
    await expect.element(page.getByRole('group').getByText(/couldn’t be converted.*try again/)).toBeVisible();
  } finally {
    window.Worker = reachable;
  }
});

test.each([
  [
    'WebAssembly',
    'night bus.wav',
    aWav(aTone(1)),
    /This browser can’t convert it to MP3. Please upload an MP3/,
  ],
  ['Worker', 'night bus.wav', aWav(aTone(1)), /This browser can’t convert it to MP3. Please upload an MP3/],
])('a browser without %s says so, and still accepts an MP3', async (part, name, file, why) => {
  const there = Reflect.get(window, part);
  Reflect.deleteProperty(window, part);
  try {
    await show(<UploadPage />);
    await chooseBytes(name, '', file);
    await expect.element(page.getByRole('group').getByText(why)).toBeVisible();
    await chooseFile('night bus.mp3', 'audio/mpeg');
    await expect.element(text('night bus.mp3')).toBeVisible();
    expect(page.getByRole('group').getByText(why).query()).toBeNull();
  } finally {
    Object.defineProperty(window, part, { value: there, configurable: true, writable: true });
  }
});

test('the first of two files dropped at once is used, and the page says so', async () => {
  await show(<UploadPage />);
  await expect.element(button('Choose file')).toBeVisible();
  const dataTransfer = new DataTransfer();
  for (const name of ['one.mp3', 'two.mp3'])
    dataTransfer.items.add(new File([aChosenMp3()], name, { type: 'audio/mpeg' }));
  window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  await expect.element(text('Only one.mp3 was used.')).toBeVisible();
  await expect.element(page.getByText('one.mp3', { exact: true })).toBeVisible();
});

test('a master that cannot be read says why, and one over 200MB is rejected', async () => {
  await show(<UploadPage />);
  await chooseBytes('night bus.wav', 'audio/wav', new Uint8Array(5000));
  await expect.element(text('No MP3 was made')).toBeVisible();
  await expect.element(page.getByRole('group').getByText(/This file can’t be read/)).toBeVisible();
  await expect.element(button('Choose file')).toBeVisible();
  await chooseFile('long.flac', 'audio/flac', 200 * mebibyte + 1);
  await expect
    .element(page.getByRole('group').getByText('Please upload a file smaller than 200MB.'))
    .toBeVisible();
});

test('at the limit the page shows the plans, when the next free upload comes, and no form', async () => {
  eligibility = { ...atLimit, freeUploads: { left: 0, nextAt: '2026-12-01T12:00:00Z' } };
  await show(<UploadPage />);
  await expect.element(text('Upload limit reached')).toBeVisible();
  await expect.element(text('Indie: 2/2 uploads')).toBeVisible();
  expect(text(/credits? remaining/).query()).toBeNull();
  await expect.element(text('Your next free upload comes on Tue, Dec 1.')).toBeVisible();
  await expect
    .element(text("You've reached your monthly upload limit. Please upgrade your plan."))
    .toBeVisible();
  expect(page.getByRole('form', { name: 'Upload a track' }).query()).toBeNull();
  await page.getByRole('link', { name: 'See plans and packs' }).click();
  await expect.element(text('This is /app/subscription')).toBeVisible();
});

test('a free upload that another account of the artist has used is named instead of the form', async () => {
  eligibility = { ...atLimit, isCreditShared: true };
  await show(<UploadPage />);
  await expect
    .element(
      text('An account with your email, browser or payout destination has used this month’s free upload.'),
    )
    .toBeVisible();
  expect(page.getByRole('form', { name: 'Upload a track' }).query()).toBeNull();
});

test('the message after an upload without reviews says when more come', async () => {
  eligibility = withoutReviews;
  const uploads = holdUploads();
  answerCall(api.tracks.createTrack, () => ({ ...track, reviewTarget: 0 }));
  await show(<UploadPage />);
  await fillIn();
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  const said = 'Your track has been uploaded and is now available for review.';
  await expect.element(text(`${said} No reviews assigned. Your next 40 come on Jun 27, 2099.`)).toBeVisible();
});

test('an upload shows its progress until it is done, and then moves on', async () => {
  const uploads = holdUploads();
  const added = Promise.withResolvers<typeof track>();
  const sent = answerCall(api.tracks.createTrack, () => added.promise);
  await show(<UploadPage />);
  await fillIn();
  await button('Upload Track').click();
  await expect.element(page.getByRole('progressbar', { name: 'Sending 0.0 of 4.0 MB' })).toBeVisible();
  await expect.element(text('25%')).toBeVisible();
  await expect.element(title()).toBeDisabled();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.sent(2 * mebibyte);
  await expect.element(page.getByRole('progressbar', { name: 'Sending 2.0 of 4.0 MB' })).toBeVisible();
  await expect.element(text('37%')).toBeVisible();
  uploads[0]?.sent(4 * mebibyte);
  await expect.element(page.getByRole('progressbar', { name: 'Checking the recording' })).toBeVisible();
  uploads[0]?.stored();
  await expect.element(page.getByRole('progressbar', { name: 'Adding your track' })).toBeVisible();
  await expect.element(text('75%')).toBeVisible();
  expect(button('Cancel').query()).toBeNull();
  added.resolve(track);
  await expect.element(text('Upload successful!')).toBeVisible();
  await expect.element(text('Your track has been uploaded and is now available for review.')).toBeVisible();
  await expect.element(text('This is /')).toBeVisible();
  expect(sent).toEqual([
    {
      body: {
        uploadId: expect.any(String),
        title: 'Night Bus',
        genre: 'metal',
        description: 'Recorded on the way home.',
        isBlind: false,
        questions: [],
      },
    },
  ]);
});

test('a canceled upload stops, is deleted on the server, and leaves the form unchanged', async () => {
  const uploads = holdUploads();
  const forgotten = answerCall(api.tracks.cancelUpload, () => ({}));
  await show(<UploadPage />);
  await fillIn();
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  await button('Cancel').click();
  await expect.element(text('Upload canceled')).toBeVisible();
  await expect.element(text('Nothing was uploaded.')).toBeVisible();
  expect(uploads[0]?.isStopped()).toBe(true);
  await expect.poll(() => forgotten.length).toBe(1);
  await expectFilledIn();
  await expect.element(button('Upload Track')).toHaveFocus();
});

test('a rejected recording shows why beside the file, and the form keeps its values', async () => {
  const uploads = holdUploads();
  answerCall(api.tracks.createTrack, () => refused('same_content', { title: 'Day Bus' }));
  await show(<UploadPage />);
  await fillIn();
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect.element(text('Upload failed')).toBeVisible();
  const why = 'You have already uploaded this recording as “Day Bus”.';
  await expect.element(page.getByRole('group').getByText(why)).toBeVisible();
  await expectFilledIn();
  await expect.element(button('Upload Track')).toBeEnabled();
});

test('an artist who reached the limit elsewhere sees it on submit, and the form keeps its values', async () => {
  const uploads = holdUploads();
  answerCall(api.tracks.cancelUpload, () => ({}));
  await show(<UploadPage />);
  await fillIn();
  eligibility = atLimit;
  await button('Upload Track').click();
  await expect.element(text('Upload failed')).toBeVisible();
  await expect.element(text('Upload limit exceeded')).toBeVisible();
  await expectFilledIn();
  expect(uploads).toEqual([]);
});

const similar = { trackId: '00000000-0000-4000-8000-0000000000b1', title: 'Day Bus', version: 1 };

const undated = (reviews: number) => ({ reviews, dated: 0, promisedAt: null, weeks: 2, smaller: null });
const smaller = { reviews: 16, promisedAt: '2026-11-26T12:00:00.000Z' };
const versionReviews = {
  takingBack: {
    reviews: 24,
    returning: 12,
    panel: { choosers: 12, finds70: 25, finds80: 56 },
    forecast: { ...undated(20), smaller },
  },
  leaving: {
    reviews: 20,
    returning: 10,
    panel: { choosers: 10, finds70: 15, finds80: 38 },
    forecast: undated(20),
  },
};

/** An upload that sounds like another track, up to the question. */
async function uploadSimilar() {
  const answers = [
    { isKnown: false, track: null },
    { isKnown: true, track: similar },
  ];
  answerCall(api.tracks.findSimilar, () => answers.shift() ?? { isKnown: true, track: null });
  answerCall(api.versions.readNewVersionOffer, () => ({
    formerId: similar.trackId,
    formerTitle: 'Day Bus',
    genre: 'metal',
    version: 2,
    formerVersion: 1,
    openPlaces: 4,
    returningReviewers: 14,
    ...versionReviews,
  }));
  const sent = answerCall(api.tracks.createTrack, () => track);
  const uploads = holdUploads();
  await show(<UploadPage />);
  await fillIn();
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect
    .element(page.getByRole('heading', { name: 'Is this a new version of “Day Bus”?' }))
    .toHaveFocus();
  expect(sent).toEqual([]);
  return sent;
}

test('an upload similar to another track asks whether it is a new version, and becomes one', async () => {
  const sent = await uploadSimilar();
  await expect.element(page.getByRole('region', { name: 'V2 of Day Bus' })).toBeVisible();
  await expect.element(text('20 reviews in about 2 weeks at today’s pace, no date promised.')).toBeVisible();
  await button('Yes, a new version').click();
  await expect.element(text('Upload successful!')).toBeVisible();
  expect(sent).toMatchObject([{ body: { newVersionOf: { trackId: similar.trackId, takesBack: true } } }]);
});

test('an upload similar to another track becomes a new track if the artist says so', async () => {
  const sent = await uploadSimilar();
  await button('No, it’s a new track').click();
  await expect.element(text('Upload successful!')).toBeVisible();
  expect(sent.map(({ body }) => 'newVersionOf' in body)).toEqual([false]);
});

test('an upload can still be canceled at this question', async () => {
  const forgotten = answerCall(api.tracks.cancelUpload, () => ({}));
  const sent = await uploadSimilar();
  await button('Cancel').click();
  await expect.element(text('Upload canceled')).toBeVisible();
  await expect.poll(() => forgotten.length).toBe(1);
  expect(sent).toEqual([]);
});

const formerId = '00000000-0000-4000-8000-0000000000b1';
const versionOffer = {
  formerId,
  formerTitle: 'Night Bus',
  genre: 'metal',
  version: 2,
  formerVersion: 1,
  openPlaces: 4,
  returningReviewers: 14,
  ...versionReviews,
};

test('a new version shows its reviews and takes back the open ones of the former one', async () => {
  eligibility = { ...onIndie, assigns: 20 };
  answerCall(api.versions.readNewVersionOffer, () => versionOffer);
  answerCall(api.tracks.readOwnTrack, () => track);
  const sent = answerCall(api.tracks.createTrack, () => ({ ...track, version: 2, predecessorId: formerId }));
  const uploads = holdUploads();
  await show(<UploadPage />, `/here?newVersionOf=${formerId}`);
  await expect.element(page.getByRole('region', { name: 'V2 of Night Bus' })).toBeVisible();
  await expect.element(text('Up to 20, besides the 4 that you take back.')).toBeVisible();
  await expect.element(text(/It gets 24 reviews and costs one upload/)).toBeVisible();
  await expect.element(text('20 reviews in about 2 weeks at today’s pace, no date promised.')).toBeVisible();
  await expect.element(title()).toHaveValue('Night Bus');
  await page.getByText('Take back V1’s 4 open reviews for this version').click();
  await expect.element(text(/It gets 20 reviews/)).toBeVisible();
  await expect.element(text('20 reviews in about 2 weeks at today’s pace, no date promised.')).toBeVisible();
  await chooseFile('night bus 2.mp3', 'audio/mpeg');
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect
    .poll(() => sent)
    .toMatchObject([{ body: { newVersionOf: { trackId: formerId, takesBack: false } } }]);
});

test('if the former track was deleted, the page offers a new track instead of a new version', async () => {
  answerCall(api.versions.readNewVersionOffer, () => refused('track_deleted', {}));
  await show(<UploadPage />, `/here?newVersionOf=${formerId}`);
  await expect.element(text('No new version of this track')).toBeVisible();
  expect(button('Retry').query()).toBeNull();
  await page.getByRole('link', { name: 'Upload a new track' }).click();
  await expect.element(text('This is /app/upload')).toBeVisible();
});

test('a new version with a smaller number of reviews shows what that means, and is sent with it', async () => {
  eligibility = { ...onIndie, assigns: 20 };
  const { takingBack } = versionReviews;
  const asked = answerCall(api.versions.readNewVersionOffer, ({ query }) =>
    query.reviews === undefined
      ? versionOffer
      : {
          ...versionOffer,
          takingBack: {
            ...takingBack,
            reviews: query.reviews + 4,
            returning: 8,
            forecast: shownForecast(query.reviews),
          },
        },
  );
  answerCall(api.tracks.readOwnTrack, () => track);
  const sent = answerCall(api.tracks.createTrack, () => ({ ...track, version: 2, predecessorId: formerId }));
  const uploads = holdUploads();
  await show(<UploadPage />, `/here?newVersionOf=${formerId}`);
  await expect.element(reviews()).toHaveValue(20);
  await button('Ask for 16 instead, by Thu, Nov 26').click();
  await expect.element(reviews()).toHaveValue(16);
  await expect.element(reviews()).toHaveFocus();
  await expect.element(text(/It gets 20 reviews/)).toBeVisible();
  await expect.element(text(/8 reviews are for them first/)).toBeVisible();
  await expect.element(text('16 reviews by Fri, Dec 4.')).toBeVisible();
  expect(asked.map(({ query }) => query.reviews)).toEqual([undefined, 16]);
  await chooseFile('night bus 2.mp3', 'audio/mpeg');
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect.poll(() => sent).toMatchObject([{ body: { reviews: 16 } }]);
});

test('an error about the former version keeps the values of the form', async () => {
  let isGone = false;
  const asked = answerCall(api.versions.readNewVersionOffer, () =>
    isGone ? refused('track_deleted', {}) : versionOffer,
  );
  answerCall(api.tracks.readOwnTrack, () => track);
  await show(<UploadPage />, `/here?newVersionOf=${formerId}`);
  await title().fill('Night Bus, again');
  isGone = true;
  await queryClient.invalidateQueries({ queryKey: queryKeys.tracks.newVersion(formerId, null) });
  await expect.poll(() => asked.length).toBe(2);
  await expect.element(title()).toHaveValue('Night Bus, again');
  expect(text('No new version of this track').query()).toBeNull();
});

test('if a smaller number gets a date, one press asks for it', async () => {
  eligibility = {
    ...onIndie,
    forecast: { ...undated(10), smaller: { reviews: 8, promisedAt: '2026-11-26T12:00:00.000Z' } },
  };
  answerCall(api.balance.forecastUpload, ({ query }) => shownForecast(query.reviews));
  const sent = answerCall(api.tracks.createTrack, () => track);
  const uploads = holdUploads();
  await show(<UploadPage />);
  await fillIn();
  await expect.element(text('10 reviews in about 2 weeks at today’s pace, no date promised.')).toBeVisible();
  await button('Ask for 8 instead, by Thu, Nov 26').click();
  await expect.element(text('8 reviews by Fri, Dec 4.')).toBeVisible();
  expect(button('Ask for 8 instead, by Thu, Nov 26').query()).toBeNull();
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect.poll(() => sent).toMatchObject([{ body: { reviews: 8 } }]);
});

test('a new version shows the former cover, and is created without it if the artist removes it', async () => {
  answerCall(api.versions.readNewVersionOffer, () => versionOffer);
  // A picture of one pixel.
  const coverUrl = 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';
  answerCall(api.tracks.readOwnTrack, () => ({ ...track, coverUrl }));
  const sent = answerCall(api.tracks.createTrack, () => ({ ...track, version: 2, predecessorId: formerId }));
  const uploads = holdUploads();
  await show(<UploadPage />, `/here?newVersionOf=${formerId}`);
  const cover = page.getByRole('img', { name: 'The cover of this track' });
  await expect.element(cover).toBeVisible();
  await expect.element(text(/A new version starts with the previous cover/)).toBeVisible();
  await button('Remove cover').click();
  await expect.element(cover).not.toBeInTheDocument();
  await chooseFile('night bus 2.mp3', 'audio/mpeg');
  await button('Upload Track').click();
  await expect.poll(() => uploads.length).toBe(1);
  uploads[0]?.stored();
  await expect
    .poll(() => sent)
    .toMatchObject([{ body: { newVersionOf: { trackId: formerId, keepsCover: false } } }]);
});
