import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import { asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { showForm, submitted, trackId, words } from '#tests/support/screens/shown-review-form.tsx';
import { answerCall, noAnswer, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { forgetKeptDrafts } from '#web/reviewing/reviews/forget-drafts.ts';
import { emptyDraft, keepLocalDraft, noDraft, readLocalDraft } from '#web/reviewing/reviews/review-draft.ts';
import { ReviewExtras } from '#web/reviewing/reviews/review-extras.tsx';

beforeEach(() => {
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
});

const comment = () => page.getByRole('textbox', { name: 'Your review' });
const stars = (label: string) => page.getByRole('radio', { name: label });
const button = (text: string) => page.getByRole('button', { name: text });
const submit = 'Submit Review (Pending Approval)';

test('the button says what is missing: words, then seconds, then stars; then it submits', async () => {
  const answered = Promise.withResolvers<ReturnType<typeof submitted>>();
  answerCall(api.reviews.submitReview, () => answered.promise);

  // The specification's order: words come before seconds.
  await showForm(59);
  await comment().fill(words(44));
  await stars('4 stars').click({ force: true });
  await expect.element(button('Need 1 more words')).toBeDisabled();
  await expect.element(page.getByText('44 / 45 words')).toBeVisible();
  await comment().fill(words(45));
  await expect.element(button('Listen for 1s more to submit')).toBeDisabled();

  // What was written is still there when the track has been heard long enough.
  await showForm(60);
  await expect.element(comment()).toHaveValue(words(45));
  await expect.element(button(submit)).toBeEnabled();
  await button(submit).click();
  await expect.element(button('Submitting...')).toBeDisabled();
  answered.resolve(submitted(words(45)));
  await expect.element(page.getByText('Review submitted')).toBeVisible();
});

test('a review without stars cannot be submitted, and the page asks for them', async () => {
  await showForm(60);
  await comment().fill(words(45));
  await expect.element(button(submit)).toBeDisabled();
  await expect.element(page.getByText('Give it a star rating.')).toBeVisible();
  await stars('1 star').click({ force: true });
  await expect.element(button(submit)).toBeEnabled();
  await expect.element(page.getByText('Give it a star rating.')).not.toBeInTheDocument();
});

test('a submitted review says that it is pending, and requests the next track once', async () => {
  const sent = answerCall(api.reviews.submitReview, ({ body }) => submitted(body.comment));
  const { onNext } = await showForm(60);
  await comment().fill(words(45));
  await stars('4 stars').click({ force: true });
  await button(submit).dblClick();
  await expect
    .element(page.getByText("Your review is pending approval. You'll be credited $0.15 once approved."))
    .toBeVisible();
  await expect.poll(() => onNext.mock.calls).toEqual([['done']]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toMatchObject({ trackId, rating: 4, comment: words(45) });
});

test('a failed submission keeps the text and the stars, and is retried with the same key', async () => {
  const lost = answerCall(api.reviews.submitReview, noAnswer);
  const { onNext } = await showForm(60);
  await comment().fill(words(45));
  await stars('4 stars').click({ force: true });
  await button(submit).click();
  await expect.element(page.getByText('Submission failed')).toBeVisible();
  await expect.element(page.getByText('Failed to submit review. Please try again.')).toBeVisible();
  await expect.element(comment()).toHaveValue(words(45));
  await expect.element(stars('4 stars')).toBeChecked();
  expect(onNext).not.toHaveBeenCalled();

  const again = answerCall(api.reviews.submitReview, ({ body }) => submitted(body.comment));
  await button(submit).click();
  await expect.element(page.getByText('Review submitted')).toBeVisible();
  expect(again.map(({ idempotencyKey }) => idempotencyKey)).toEqual([lost[0]?.idempotencyKey]);
});

test('a review that the server finds too short keeps its text, which gets the focus', async () => {
  answerCall(api.reviews.submitReview, () => refused('review_too_short', { words: 40 }));
  await showForm(60);
  await comment().fill(words(45));
  await stars('4 stars').click({ force: true });
  await button(submit).click();
  await expect.element(page.getByText('Review too short')).toBeVisible();
  await expect.element(page.getByText('Please write at least 45 words (currently 40).')).toBeVisible();
  await expect.element(comment()).toHaveValue(words(45));
  await expect.element(comment()).toHaveFocus();
});

test('a track that was already reviewed is rejected, and the next one is requested', async () => {
  answerCall(api.reviews.submitReview, () => refused('already_reviewed', {}));
  const { onNext } = await showForm(60);
  await comment().fill(words(45));
  await stars('4 stars').click({ force: true });
  await button(submit).click();
  await expect.element(page.getByText('Already reviewed')).toBeVisible();
  await expect.element(page.getByText("You've already reviewed this track.")).toBeVisible();
  await expect.poll(() => onNext.mock.calls).toEqual([['done']]);
});

test('a review of a deleted track keeps its text', async () => {
  answerCall(api.reviews.submitReview, () => refused('track_deleted', {}));
  const { onDeleted, onNext } = await showForm(60);
  await comment().fill(words(45));
  await stars('4 stars').click({ force: true });
  await button(submit).click();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
  await expect.element(comment()).toHaveValue(words(45));
  expect(onNext).not.toHaveBeenCalled();
});

const asked = (place: number, kind: AskedQuestion['kind'], question: string, choices: string[] = []) => ({
  ...{ id: `00000000-0000-4000-8000-0000000000d${place}`, kind, question, choices },
  atSecond: null,
});
const questions = [
  asked(1, 'choice', 'Is the intro too long?', ['Too long', 'Just right']),
  asked(2, 'scale', 'How loud is it?'),
  asked(3, 'line', 'Who is it for?'),
];

test('after the stars the hint points to the first unanswered question; text questions are optional', async () => {
  const sent = vi.fn();
  answerCall(api.reviews.submitReview, ({ body }) => {
    sent(body.answers);
    return submitted(body.comment);
  });
  await showForm(60, questions);
  await comment().fill(words(45));
  const hint = page.getByText('Answer this to submit your review.');
  const answer = (question: string, name: string) =>
    page.getByRole('radiogroup', { name: question }).getByRole('radio', { name });
  await expect.element(answer('How loud is it?', '4')).toBeVisible();
  await expect.element(page.getByText('Give it a star rating.')).toBeVisible();
  await expect.element(hint).not.toBeInTheDocument();

  await stars('4 stars').click({ force: true });
  await expect
    .element(page.getByRole('radiogroup', { name: 'Is the intro too long?' }))
    .toHaveAttribute('aria-invalid', 'true');
  await expect.element(button(submit)).toBeDisabled();
  await answer('Is the intro too long?', 'Just right').click({ force: true });
  await expect.element(hint).toBeVisible();
  await answer('How loud is it?', '4').click({ force: true });
  await expect.element(hint).not.toBeInTheDocument();
  await button(submit).click();
  await expect
    .poll(() => sent.mock.calls)
    .toEqual([
      [
        [
          { questionId: questions[0]?.id, answer: 2 },
          { questionId: questions[1]?.id, answer: 4 },
        ],
      ],
    ]);
});

test('a question unknown to the page reloads the track', async () => {
  answerCall(api.reviews.submitReview, () => refused('question_unanswered', { questionId: trackId }));
  const { onNext } = await showForm(60);
  await comment().fill(words(45));
  await stars('4 stars').click({ force: true });
  await button(submit).click();
  await expect.poll(() => onNext.mock.calls).toEqual([['asked']]);
  await expect.element(button(submit)).toBeEnabled();
});

test('a review is asked about only while neither the browser nor the server has it', async () => {
  answerCall(api.reviews.keepDraft, noAnswer);
  await showForm(60);
  await comment().fill('The bass');
  expect(asksBeforeLeaving()).toBe(false);
  // As in a browser that blocks site data.
  const stored = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('blocked');
  });
  onTestFinished(() => stored.mockRestore());
  await comment().fill('The bass carries it');
  expect(asksBeforeLeaving()).toBe(true);
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
  await expect.poll(asksBeforeLeaving).toBe(false);
});

test('a sign-out deletes drafts that the server has, and keeps the others', () => {
  const draft = { ...emptyDraft, comment: 'The bass carries it.' };
  keepLocalDraft('lee', 'kept', { draft, seen: 2, isKept: true });
  keepLocalDraft('lee', 'unsent', { draft, seen: 2, isKept: false });
  forgetKeptDrafts();
  expect(readLocalDraft('lee', 'kept')).toEqual(noDraft);
  expect(readLocalDraft('lee', 'unsent').draft).toEqual(draft);
  keepLocalDraft('lee', 'unsent', null);
});

function NoteWhileOtherTextComes() {
  const [draft, setDraft] = useState({ ...emptyDraft, notes: [{ atSecond: 42, note: '' }] });
  return (
    <>
      <ReviewExtras
        draft={draft}
        change={(part) => setDraft((now) => ({ ...now, ...part }))}
        addNote={vi.fn()}
        hasAddedNote={false}
        noteAt={42}
        seek={vi.fn()}
        isReadOnly={false}
      />
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setDraft((now) => ({ ...now, setAside: 'From my phone.' }))}
      >
        Text comes from another tab
      </button>
    </>
  );
}

test('text typed in a note is kept when text from another tab arrives', async () => {
  await show(<NoteWhileOtherTextComes />);
  const note = page.getByRole('textbox', { name: 'Note at 42 seconds' });
  note.element().focus();
  await page.getByRole('button', { name: 'Text comes from another tab' }).click();
  await userEvent.keyboard('the drums');
  await expect.element(note).toHaveValue('the drums');
  await expect.element(page.getByText('From my phone.')).toBeVisible();
  await expect.element(note).toHaveFocus();
});
