import { beforeEach, describe, expect, test, vi } from 'vitest';
import { commands, page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import {
  emptyVerdict as empty,
  type ShownVerdict,
  trackId,
  verdictOfTwenty as twenty,
} from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { AllTracksAnalytics } from '#web/insight/verdict/all-tracks-analytics.tsx';
import { TrackVerdict } from '#web/insight/verdict/track-verdict.tsx';

beforeEach(() => {
  signInAs({ userType: 'artist' });
  answerCall(api.tracks.createPlaybackLink, () => refused('audio_unavailable', {}));
  answerCall(api.listening.listUnpaidAnswers, () => ({ items: [], nextCursor: null }));
  answerCall(api.listening.listTrackListeners, () => ({ items: [], nextCursor: null }));
  answerCall(api.circle.listPrivateLinks, () => ({ links: [] }));
  answerCall(api.questions.readQuestions, () => ({
    genre: 'rock' as const,
    questions: [],
    ratings: null,
    splitNewest: null,
  }));
});

async function showVerdict(verdict: ShownVerdict): Promise<void> {
  answerCall(api.verdict.readVerdict, () => verdict);
  await show(<TrackVerdict trackId={trackId} />);
}

async function showDetails(verdict: ShownVerdict): Promise<void> {
  await showVerdict(verdict);
  await page.getByRole('heading', { name: 'Details' }).click();
}

test("another artist's track is not found", async () => {
  answerCall(api.verdict.readVerdict, () => refused('not_found', {}));
  await show(<TrackVerdict trackId={trackId} />);
  await expect.element(page.getByRole('heading', { name: 'Track not found' })).toBeVisible();
});

test('the page starts with one sentence, and a line that compares it', async () => {
  await showVerdict(twenty);
  await expect.element(page.getByText('kept listening after we stopped paying them.')).toBeVisible();
  await expect.element(page.getByText('Half of them stayed another 42 seconds or more.')).toBeVisible();
  await expect.element(page.getByText('In Rock, 3 in 10 stay.')).toBeVisible();
  await expect.element(page.getByText('You’re too close to that to call.')).toBeVisible();
  await expect.element(page.getByText('You average 3.9 stars.')).toBeVisible();
});

test('guests of private links get a line beside strangers and a layer of their own, which can be hidden', async () => {
  const moments = [{ kind: 'love' as const, atSecond: 40 }];
  await showVerdict({
    ...twenty,
    circle: { devices: 9, heardToEnd: 8, stars: { mean: 4.8, count: 6 }, moments },
  });
  await expect
    .element(page.getByText(/^Your circle \(9\): 4\.8, 8 heard it to the end\. Strangers \(20\): /))
    .toBeVisible();
  const layer = page.getByTitle('Your circle: Love it, 1 at 0:40');
  await expect.element(layer).toBeVisible();
  await page.getByText('Your circle’s marks (1)').click();
  await expect.element(layer).not.toBeInTheDocument();
});

test.each([
  [null, []],
  ['more' as const, ['7 of 20', 'More stay with you than with most.']],
])('mint says that it is more than most, and nothing else (claim: %s)', async (claim, inMint) => {
  const comparison = { genre: null, tracks: 12, median: 0.3, claim };
  await showVerdict({ ...twenty, staying: { ...twenty.staying, comparison } });
  await expect.element(page.getByText('7 of 20')).toBeVisible();
  const mint = [...document.querySelectorAll('header .text-mint')];
  expect(mint.map((element) => element.textContent?.trim())).toEqual(inMint);
});

const [writtenReview] = twenty.reviews.items;
const noted = (place: number, atSecond: number, note: string) => {
  if (!writtenReview) throw new Error('There is no review.');
  return {
    ...writtenReview,
    id: `00000000-0000-4000-8000-0000000000f${place}`,
    comment: 'No time here.',
    notes: [{ atSecond, note }],
    createdAt: `2026-03-0${place}T10:00:00Z`,
  };
};

test('a moment stands with the newest sentences about it, and with what to do', async () => {
  const items = [noted(1, 31, 'Drags'), noted(2, 38, 'Lost the beat'), noted(3, 39, 'Back again')];
  await showVerdict({ ...twenty, reviews: { items, nextCursor: null } });
  const moments = page.getByRole('region', { name: 'What stands out' });
  await expect
    .element(moments.getByText('9 of the 14 who heard it got lost between 0:31 and 0:39.'))
    .toBeVisible();
  const said = () =>
    moments
      .getByRole('listitem')
      .elements()
      .slice(1)
      .map((item) => item.textContent);
  expect(said()).toEqual(['Lost the beat Juno', 'Drags Juno']);
  await expect
    .element(moments.getByRole('link', { name: 'Upload a new version' }))
    .toHaveAttribute('href', `/app/upload?newVersionOf=${trackId}`);
  await moments.getByRole('button', { name: 'Ask about it at 0:31' }).click();
  const dialog = page.getByRole('dialog', { name: 'Questions for listeners' });
  await expect.element(dialog.getByLabelText('Question 1', { exact: true })).toHaveFocus();
  await expect.element(dialog.getByLabelText('Moment (Optional)')).toHaveValue('0:31');
});

test('a deleted track’s moments only play', async () => {
  await showVerdict({ ...twenty, track: { ...twenty.track, status: 'deleted' } });
  const moments = page.getByRole('region', { name: 'What stands out' });
  await expect.element(moments.getByRole('button', { name: 'Play 0:31' })).toBeVisible();
  expect(moments.getByRole('button', { name: /Ask about it/ }).query()).toBeNull();
  expect(page.getByRole('link', { name: 'Upload a new version' }).query()).toBeNull();
});

test('the moments are saved as markers', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL');
  await showVerdict(twenty);
  await page.getByRole('button', { name: 'Reaper markers' }).click();
  await page.getByRole('button', { name: 'Audacity labels' }).click();
  const files = await Promise.all(
    saved.mock.calls.map(([file]) => (file instanceof Blob ? file.text() : 'no file')),
  );
  expect(files).toEqual([
    '#,Name,Start,End,Length\r\nR1,"Lost me: 9 of 14",0:31.000,0:39.000,0:08.000\r\n',
    '31.000000\t39.000000\tLost me: 9 of 14\n',
  ]);
});

test('the details are rendered when they are opened, and a link in the legend opens them at its heading', async () => {
  await showVerdict(twenty);
  const heading = page.getByRole('heading', { name: 'How we count' });
  await expect.element(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  expect(heading.query()).toBeNull();
  await page.getByRole('button', { name: 'How we count' }).click();
  await expect.element(heading).toHaveFocus();
  await page.getByRole('heading', { name: 'Details' }).click();
  await expect.element(heading).not.toBeInTheDocument();
});

test('beside all reviews, an artist finds how listeners earn trust', async () => {
  await showDetails(twenty);
  await expect
    .element(page.getByRole('link', { name: 'How standing works' }))
    .toHaveAttribute('href', '/app/standing');
});

test('the charts can be shown as tables', async () => {
  await showDetails(twenty);
  await page.getByText('Show the picture as tables', { exact: false }).click();
  await expect.element(page.getByRole('row', { name: '0 s 35% 18% to 57% 7' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Play 0:34 Lost me 9' })).toBeVisible();
  await expect
    .element(page.getByRole('table', { name: 'Skipped, or marked “I’d skip here”, in the paid minute' }))
    .toBeVisible();
  await expect.element(page.getByRole('row', { name: '0:23 6 20' })).toBeVisible();
});

test('the chart has a legend, and the details say what its lines count', async () => {
  await showDetails(twenty);
  await expect.element(page.getByText('Dashed: would have kept listening.')).toBeVisible();
  await expect.element(page.getByText('Solid: still listening, unpaid.')).toBeVisible();
  await expect.element(page.getByText('Lost me 9', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/The solid line shows the 20 who heard 0:00 to 1:00/)).toBeVisible();
  await expect.element(page.getByText(/1 listener is left out/)).toBeVisible();
});

test('below five listeners there is no verdict, and stars are single dots', async () => {
  await showDetails({
    ...empty,
    track: { ...empty.track, reviewCount: 3, averageRating: 4 },
    stars: [0, 0, 1, 1, 1],
    staying: { ...empty.staying, notYetCounted: 3 },
  });
  await expect.element(page.getByText('Too early to tell.', { exact: true })).toBeVisible();
  await expect.element(page.getByText('3 listeners so far.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('1 × 3 stars, 1 × 4 stars, 1 × 5 stars')).toBeInTheDocument();
  await expect.element(page.getByText('3 of the 5 listeners needed')).toBeInTheDocument();
});

test('a track without reviews shows an explanation instead of empty charts', async () => {
  await showVerdict(empty);
  await expect.element(page.getByText('No reviews yet.').first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'What you’ll see here' })).toBeVisible();
  await expect.element(page.getByText('Would have skipped')).not.toBeInTheDocument();
  await expect.element(page.getByText('Love it 0')).not.toBeInTheDocument();
});

test('a new version without listeners says when its comparison ends', async () => {
  const panel = {
    ...{ size: 10, preferredNew: 0, preferredFormer: 0, noDifference: 0 },
    ...{ endsAt: '2026-11-27T12:00:00.000Z', endedAt: null, isBroken: false, interval: null, winner: null },
  };
  const result = { version: 2, formerVersion: 1, formerTitle: 'Night Bus', panel, moments: [] };
  answerCall(api.verdict.readVersionResult, () => ({ result }));
  await showVerdict({
    ...empty,
    track: { ...empty.track, version: 2, predecessorId: '00000000-0000-4000-8000-0000000000b1' },
  });
  await expect.element(page.getByRole('heading', { name: 'V2 against V1' })).toBeVisible();
  await expect.element(page.getByText('No one has compared them yet.')).toBeVisible();
  await expect.element(page.getByText(/when all 10 are in/)).toBeVisible();
});

test('a track under 1:05 says that it has no staying curve', async () => {
  await showVerdict({
    ...empty,
    track: { ...empty.track, durationSeconds: 50 },
    staying: { ...empty.staying, isTooShort: true },
  });
  await expect.element(page.getByText('ends too soon after the paid minute', { exact: false })).toBeVisible();
});

test('notes, and sentences that name a time, are in the order of the track', async () => {
  const [review] = twenty.reviews.items;
  if (!review) throw new Error('There is no review.');
  const another = {
    ...review,
    id: '00000000-0000-4000-8000-0000000000b2',
    listenerName: 'Mae',
    comment: 'No time here. It drags at 0:45, and again at 2:10.',
    notes: [{ atSecond: 100, note: 'The break' }],
  };
  await showDetails({ ...twenty, reviews: { items: [review, another], nextCursor: null } });
  const list = page.getByRole('region', { name: 'Second by second' });
  const said = ['Play 20 seconds', 'Play 45 seconds', 'Play 1 minute 12 seconds', 'Play 1 minute 40 seconds'];
  const shown = () =>
    list
      .getByRole('button')
      .elements()
      .map((button) => button.textContent);
  await expect.poll(() => shown().length).toBe(5);
  for (const [place, start] of said.entries()) expect(shown()[place]).toContain(start);
  expect(shown().map((text) => text?.includes('The break'))).toEqual([false, false, false, true, false]);
});

test('a page is offered to share, and its picture shown only while the artist shares it', async () => {
  const verdictAddress = '00000000-0000-4000-8000-00000000abcd';
  answerCall(api.verdict.shareVerdict, () => ({ verdictAddress }));
  await showVerdict(twenty);
  await page.getByRole('button', { name: 'Share it' }).click();
  await expect.element(page.getByText(/this sentence: “7 of 20 kept listening/)).toBeVisible();
  const picture = page.getByRole('img', { name: /^7 of 20 kept listening after we stopped paying them\./ });
  await expect.element(picture).not.toBeInTheDocument();
  answerCall(api.verdict.readVerdict, () => ({ ...twenty, verdictAddress }));
  await page.getByRole('button', { name: 'Share this verdict' }).click();
  await expect.element(picture).toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: /Open the page/ }))
    .toHaveAttribute('href', `/verdicts/${verdictAddress}`);
  await expect.element(page.getByRole('button', { name: 'Stop sharing' })).toBeVisible();
});

test('a track that is reviewed blind is not offered to share', async () => {
  await showVerdict({ ...twenty, track: { ...twenty.track, isBlind: true, openPlaces: 2 } });
  await page.getByRole('button', { name: 'Share it' }).click();
  await expect.element(page.getByText(/once all its reviews are in/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Share this verdict' }).query()).toBeNull();
});

const answered = (counts: number[], mean: number | null) => ({
  people: counts.reduce((sum, count) => sum + count, 0),
  counts,
  mean,
});

test('questions are shown with their answers, split by taste', async () => {
  const byTaste = { listeners: answered([0, 0, 0, 3, 5], 4.625), others: answered([0, 1, 3, 2, 0], 3.17) };
  answerCall(api.questions.readQuestions, () => ({
    genre: 'metal' as const,
    ratings: byTaste,
    splitNewest: 300,
    questions: [
      {
        ...{
          id: '00000000-0000-4000-8000-0000000000d1',
          kind: 'choice' as const,
          question: 'Is the intro too long?',
        },
        ...{ choices: ['Too long', 'Just right'], atSecond: 12, savedAt: '2026-03-02T10:00:00Z' },
        isAnswered: true,
        takedown: null,
        ...{ all: answered([3, 11], null), byTaste: null, lines: [] },
      },
    ],
  }));
  await showDetails(twenty);
  await expect.element(page.getByText('Metal listeners 4.6 (8), others 3.2 (6)')).toBeVisible();
  await expect.element(page.getByText(/These are the newest 300 reviews/)).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'Just right 11' })).toBeVisible();
  // One line: a count of two digits once stood below itself.
  const count = page.getByRole('row', { name: 'Just right 11' }).getByText('11').element();
  expect(count.getBoundingClientRect().height).toBeLessThan(40);
  await expect.element(page.getByRole('button', { name: 'At 0:12' })).toBeVisible();
});

// `/example`, with twenty, is looked at among all pages.
describe('no accessibility violations in both themes', () => {
  const three = {
    ...empty,
    track: { ...empty.track, reviewCount: 3, averageRating: 4 },
    stars: [0, 0, 1, 1, 1],
    reviews: { ...twenty.reviews },
    firstMinute: { ...empty.firstMinute, listeners: 3 },
    staying: { ...empty.staying, notYetCounted: 3 },
  };
  const few = {
    ...twenty,
    staying: { ...twenty.staying, listeners: 8, stayed: 2, half: null, stayedSeconds: [6, 40] },
  };
  test.each([
    ['no review', empty],
    ['three', three],
    ['two of eight who stayed', few],
  ])('on a page with %s', async (_, verdict) => {
    await showVerdict(verdict);
    await expect.element(page.getByRole('heading', { name: 'Night Bus' })).toBeVisible();
    // Everything that is shown while these are closed is still shown.
    await page.getByRole('heading', { name: 'Details' }).click();
    for (const summary of document.querySelectorAll<HTMLElement>('details details summary')) summary.click();
    for (const theme of ['dark', 'light'] as const) expect(await commands.findBarriers(theme)).toEqual([]);
  });
});

test('if few stayed, they are dots whose seconds are read aloud', async () => {
  await showDetails({
    ...twenty,
    staying: { ...twenty.staying, listeners: 8, stayed: 2, half: null, stayedSeconds: [6, 40] },
  });
  await expect.element(page.getByText('6 s, 40 s', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('120 s', { exact: true })).toBeVisible();
});

describe('the filter by stars', () => {
  const [first] = twenty.reviews.items;
  const review = (place: number, rating: number) => {
    if (!first) throw new Error('There is no review.');
    const id = `00000000-0000-4000-8000-0000000000e${place}`;
    return { ...first, id, rating, listenerName: `Listener ${place}`, notes: [] };
  };
  const list = () => page.getByRole('region', { name: 'All reviews' });

  test('finds reviews that are not loaded yet, page by page', async () => {
    const asked = answerCall(api.reviews.listTrackReviews, ({ query: { rating, cursor } }) =>
      cursor === undefined
        ? { items: [review(2, rating ?? 5)], nextCursor: 'after-2' }
        : { items: [review(3, rating ?? 5)], nextCursor: null },
    );
    await showDetails({ ...twenty, reviews: { items: [review(1, 5)], nextCursor: 'after-1' } });
    await list().getByRole('button', { name: '1 star' }).click();
    await expect.element(list().getByText('Listener 2')).toBeVisible();
    await expect.element(list().getByText('Listener 1')).not.toBeInTheDocument();
    await list().getByRole('button', { name: 'Load more reviews' }).click();
    await list().getByRole('button', { name: 'Load more reviews' }).click();
    await expect.element(list().getByText('Listener 3')).toBeVisible();
    await expect.element(list().getByRole('button', { name: 'Load more reviews' })).not.toBeInTheDocument();
    expect(asked.map(({ query }) => query)).toEqual([{ rating: 1 }, { rating: 1, cursor: 'after-2' }]);
  });

  test('also applies to the CSV file, with what is not loaded yet', async () => {
    const asked = answerCall(api.reviews.listTrackReviews, ({ query: { rating, cursor } }) =>
      cursor === undefined
        ? { items: [review(2, rating ?? 5)], nextCursor: 'after-2' }
        : { items: [review(3, rating ?? 5)], nextCursor: null },
    );
    const saved = vi.spyOn(URL, 'createObjectURL');
    await showDetails({ ...twenty, reviews: { items: [review(1, 5), review(2, 1)], nextCursor: null } });
    await list().getByRole('button', { name: '1 star' }).click();
    await list().getByRole('button', { name: 'Export as CSV' }).click();
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    const file = saved.mock.calls[0]?.[0];
    if (!(file instanceof Blob)) throw new Error('No file was saved.');
    const lines = (await file.text()).split('\r\n').filter((line) => line.includes('Listener'));
    expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual([
      ['"Listener 2"', '"1"'],
      ['"Listener 3"', '"1"'],
    ]);
    expect(asked.map(({ query }) => query)).toEqual([{ rating: 1 }, { rating: 1, cursor: 'after-2' }]);
  });

  test('says if there is none with so many stars', async () => {
    answerCall(api.reviews.listTrackReviews, () => ({ items: [], nextCursor: null }));
    await showDetails({ ...twenty, reviews: { items: [review(1, 5)], nextCursor: 'after-1' } });
    await list().getByRole('button', { name: '2 stars' }).click();
    await expect.element(list().getByText('No reviews with 2 stars')).toBeVisible();
  });
});

test('the newest reviews of all tracks say that an admin took one down, and have their own direction', async () => {
  const { track, figures, reviews } = twenty;
  const [first] = reviews.items;
  if (!first) throw new Error('There is no review.');
  const { prompts: _prompts, notes: _notes, mark: _mark, press: _press, moments: _moments, ...shown } = first;
  const received = { ...shown, trackId, trackTitle: track.title };
  const recentReviews = [
    { ...received, comment: '', isTakenDown: true },
    { ...received, id: '00000000-0000-4000-8000-0000000000e9', comment: 'קצב טוב', isTakenDown: false },
  ];
  answerCall(api.reviews.readAnalytics, () => ({ ...figures, recentReviews }));
  answerCall(api.tracks.listOwnTracks, () => ({ items: [track], nextCursor: null }));
  answerCall(api.verdict.listVerdicts, () => ({ verdicts: [] }));
  await show(<AllTracksAnalytics />);
  const list = page.getByRole('region', { name: 'Recent reviews' });
  await expect
    .element(list.getByText('An admin took down this review’s text.', { exact: false }))
    .toBeVisible();
  await expect.element(list.getByText('קצב טוב')).toHaveAttribute('dir', 'auto');
});
