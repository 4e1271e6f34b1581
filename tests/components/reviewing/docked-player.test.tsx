import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { cents } from '#contract/cents.ts';
import type { Profile } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import type { ServedTrack } from '#contract/reviewing/listening/listening.ts';
import type { Sitting } from '#contract/reviewing/reviews/reviews.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { listeningAfter } from '#tests/support/stand-ins/listening-stand-in.ts';
import { DockedPlayer } from '#web/reviewing/listening/docked-player.tsx';
import { ServedTrackReview } from '#web/reviewing/reviews/served-track-review.tsx';
import { SittingLine } from '#web/reviewing/reviews/sitting-line.tsx';
import { tellServedNews } from '#web/served-news.ts';
import { trackPeaks } from '#web/track-peaks.ts';

const track: ServedTrack = {
  ...aServedTrack,
  positionSeconds: 42,
  progress: { ...aServedTrack.progress, listenedSeconds: 42, heard: [[0, 42]] },
};

const topAndBottom = (part: Locator) => part.element().getBoundingClientRect();
const inSight = (name: string) => {
  const box = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
  return box.top >= 0 && box.bottom <= window.innerHeight;
};

async function showReview(listener: Pick<Profile, 'userId'>, shown: ServedTrack = track) {
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: 1, draft: body.draft }));
  answerCall(api.listening.markMoment, ({ body }) => ({ moments: [body] }));
  await show(
    <ServedTrackReview track={shown} listenerId={listener.userId} arrival="first" onNext={vi.fn()} />,
  );
}

afterEach(() => page.viewport(1280, 720));

test('the docked player, a whole review field and the stars fit above a phone keyboard', async () => {
  await page.viewport(375, 400);
  await showReview(signInAs({ userType: 'listener' }));
  const text = page.getByRole('textbox', { name: 'Your review' });
  await expect.element(text).toBeInTheDocument();
  text.element().focus();
  for (const name of ['Start the music', 'Love it', 'Lost me', "I'd skip here", 'Note here']) {
    await expect.element(page.getByRole('button', { name })).toBeVisible();
    await expect.poll(() => inSight(name)).toBe(true);
  }
  const dock = () => topAndBottom(page.getByRole('region', { name: 'Docked player' }));
  const stars = page.getByRole('radiogroup', { name: 'Your rating' });
  const words = page.getByRole('meter', { name: 'Words written' });
  const submit = page.getByRole('button', { name: 'Need 45 more words' });
  await expect
    .poll(() => ({
      fits: [stars, text, words, submit].every((part) => topAndBottom(part).bottom <= dock().top + 1),
      begins: [stars, text].map((part) => topAndBottom(part).top >= 0),
    }))
    .toEqual({ fits: true, begins: [true, true] });
});

test('a note from the docked player gets the focus, and a mark leaves the keyboard open', async () => {
  await page.viewport(375, 400);
  await showReview(signInAs({ userType: 'listener' }));
  const text = page.getByRole('textbox', { name: 'Your review' });
  await expect.element(text).toBeInTheDocument();
  text.element().focus();
  const dock = page.getByRole('region', { name: 'Docked player' });
  await dock.getByRole('button', { name: 'Love it' }).click();
  await expect.element(text).toHaveFocus();
  await dock.getByRole('button', { name: 'Note here' }).click();
  await userEvent.keyboard('the drums');
  await expect.element(page.getByRole('textbox', { name: 'Note at 42 seconds' })).toHaveValue('the drums');
});

const asked: ServedTrack = {
  ...track,
  questions: ['Is the intro too long for you?', 'Does the mix hold together?', 'Which band is it like?'].map(
    (question, place) => ({
      id: `00000000-0000-4000-8000-0000000000d${place}`,
      kind: 'choice' as const,
      question,
      choices: ['Much too long', 'Just right', 'Rather short'],
      atSecond: null,
    }),
  ),
};

/** The window has drawn, and observers have told what they saw. */
const settled = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));

/** Whether a thumb on the middle of a button meets that button. */
function isMet(button: Element): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

test.each([375, 768, 1024])(
  'after the minute every button of the docked player can be pressed at %i px',
  async (width) => {
    await page.viewport(width, 500);
    await show(
      <div className="grid min-h-dvh content-end">
        <DockedPlayer
          listening={{ ...listeningAfter(60), stay: 'offered' }}
          peaks={trackPeaks(null)}
          durationSeconds={120}
          addNote={vi.fn()}
          isNoteDisabled={false}
          write={vi.fn()}
        />
      </div>,
    );
    for (const name of ['Start the music', 'Note here', 'Write your review', 'Keep listening (not paid)']) {
      const button = page.getByRole('button', { name });
      await expect.element(button).toBeVisible();
      await expect.poll(() => isMet(button.element())).toBe(true);
    }
  },
);

test.each([667, 400])(
  'with three questions Play is on the screen at 375 x %i, at any scroll position',
  async (height) => {
    await page.viewport(375, height);
    await showReview(signInAs({ userType: 'listener' }), asked);
    const play = page.getByRole('button', { name: 'Play', exact: true });
    await expect.element(play).toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Love it' })).toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Your review' })).toBeInTheDocument();
    const end = document.documentElement.scrollHeight - height;
    const isPlayShown = () =>
      ['Play', 'Start the music'].some((name) => {
        const button = page.getByRole('button', { name, exact: true }).query();
        return button !== null && inSight(name) && isMet(button);
      });
    for (let top = 0; top <= end; top += 16) {
      window.scrollTo(0, top);
      await settled();
      await expect.poll(isPlayShown, { message: `scrolled by ${top}` }).toBe(true);
    }
  },
);

test('a reload resumes at the last second', async () => {
  await showReview(signInAs({ userType: 'listener' }));
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toHaveValue('42');
});

type LastReview = Sitting['last'];
const waitsUntil = (waitsFor: NonNullable<LastReview['waiting']>['waitsFor'], rules: string[] = []) => ({
  waitsFor,
  rules,
  until: '2026-11-28T12:00:00.000Z',
});

test.each([
  ['Sent · $0.30 this sitting', { status: 'pending' }],
  ['Approved: +$0.15 · $0.30 this sitting', { status: 'approved', earnedCents: cents(15) }],
  [
    'A person reads it by Sat, Nov 28. It has a sentence of an earlier review.',
    { status: 'pending', waiting: waitsUntil('person', ['sentences', 'typing']) },
  ],
  ['A person reads it by Sat, Nov 28.', { status: 'pending', waiting: waitsUntil('person') }],
  [
    'Sent. Decided by Sat, Nov 28: a new listener’s first reviews wait a day.',
    { status: 'pending', waiting: waitsUntil('first_reviews') },
  ],
  [
    'Sent. Decided by Sat, Nov 28: today’s rewards are used up.',
    { status: 'pending', waiting: waitsUntil('budget') },
  ],
  ['Sent. Decided by Sat, Nov 28.', { status: 'pending', waiting: waitsUntil('rules') }],
  ['Rejected: It is insulting · $0.30 this sitting', { status: 'rejected', reasonLabel: 'It is insulting' }],
] satisfies [string, Partial<LastReview>][])(
  'one line tells what became of a review: %s',
  async (text, last) => {
    signInAs({ userType: 'listener' });
    const sent = { status: 'pending' as const, earnedCents: cents(0), waiting: null, reasonLabel: null };
    answerCall(api.reviews.readSitting, () => ({
      medianCentsPerHour: null,
      sitting: { earnedCents: cents(30), last: { ...sent, ...last } },
    }));
    await show(<SittingLine />);
    await expect.poll(() => page.getByRole('status').element().textContent).toBe(text);
  },
);

test('from three reviews on, the line also has the median', async () => {
  signInAs({ userType: 'listener' });
  const last = { status: 'approved' as const, earnedCents: cents(15), waiting: null, reasonLabel: null };
  answerCall(api.reviews.readSitting, () => ({
    medianCentsPerHour: cents(540),
    sitting: { earnedCents: cents(45), last },
  }));
  await show(<SittingLine />);
  const text = 'Approved: +$0.15 · $0.45 this sitting · median $5.40 an hour';
  await expect.element(page.getByRole('status')).toHaveTextContent(text);
});

test('if the server says that the track may have ended, the page checks at once and says why', async () => {
  await showReview(signInAs({ userType: 'listener' }));
  await expect.element(page.getByRole('button', { name: 'Skip track' })).toBeVisible();
  const reports = answerCall(api.listening.recordPlayEvent, () =>
    refused('track_ended', { why: 'taken_down', sendableUntil: null }),
  );
  tellServedNews();
  await expect.element(page.getByText('This track was taken down')).toBeVisible();
  expect(reports.map(({ body }) => body.event)).toEqual(['pause']);
});

test('if the track ends during writing, the docked player disappears and the text stays', async () => {
  await page.viewport(375, 400);
  await showReview(signInAs({ userType: 'listener' }));
  const text = page.getByRole('textbox', { name: 'Your review' });
  await text.fill('The first riff had me nodding.');
  await expect.element(page.getByRole('region', { name: 'Docked player' })).toBeInTheDocument();
  answerCall(api.listening.recordPlayEvent, () =>
    refused('track_ended', { why: 'taken_down', sendableUntil: null }),
  );
  tellServedNews();
  await expect.element(page.getByText('This track was taken down')).toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Docked player' })).not.toBeInTheDocument();
  await expect.element(text).toHaveValue('The first riff had me nodding.');
});

test('a listener reports the playing track without leaving the page, and a second report says it was already sent', async () => {
  await showReview(signInAs({ userType: 'listener' }));
  let isFirst = true;
  const sent = answerCall(api.reports.report, () => {
    const answer = isFirst ? {} : refused('reported_already', {});
    isFirst = false;
    return answer;
  });
  const send = async () => {
    await page.getByRole('button', { name: 'Report Night Bus' }).click();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect.element(page.getByText('Choose a reason.').first()).toBeVisible();
    await page.getByRole('button', { name: /Reason/ }).click();
    await page.getByRole('option', { name: 'Something else' }).click();
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect.element(page.getByText('Say what’s wrong.').last()).toBeVisible();
    await page.getByLabelText('What’s wrong?').fill('It is an advertisement.');
    await page.getByRole('button', { name: 'Send report' }).click();
  };
  await send();
  await expect.element(page.getByText('Report sent', { exact: true })).toBeVisible();
  await send();
  await expect.element(page.getByText('You already reported this.')).toBeVisible();
  const thing = { kind: 'track', thingId: track.trackId };
  const said = { reason: 'other', statement: 'It is an advertisement.' };
  expect(sent.map(({ body }) => body)).toEqual([
    { ...thing, ...said },
    { ...thing, ...said },
  ]);
});

test('a listener with several expired leases sees under the title that no place is held; others do not', async () => {
  const listener = signInAs({ userType: 'listener' });
  await showReview(listener, { ...track, isLoose: true });
  await expect.element(page.getByText('We aren’t holding a place for you here.')).toBeVisible();
  const note = page.getByText('We aren’t holding a place for you here.').element();
  const follows = (before: Element, after: Element) =>
    before.compareDocumentPosition(after) === Node.DOCUMENT_POSITION_FOLLOWING;
  expect(follows(page.getByRole('heading', { level: 1 }).element(), note)).toBe(true);
  expect(follows(note, page.getByRole('button', { name: 'Play', exact: true }).element())).toBe(true);
  await showReview(listener);
  await expect.element(page.getByText('We aren’t holding a place for you here.')).not.toBeInTheDocument();
});
