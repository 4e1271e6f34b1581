import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { aServedTrack } from '#tests/support/people/served-track.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { emptyDraft } from '#web/reviewing/reviews/review-draft.ts';
import { ReviewExtras } from '#web/reviewing/reviews/review-extras.tsx';
import { ServedTrackReview } from '#web/reviewing/reviews/served-track-review.tsx';

/** Code that is requested, and arrives when the test lets it. */
const { player, words } = vi.hoisted(() => {
  const aPart = () => ({ wanted: Promise.withResolvers<void>(), arrival: Promise.withResolvers<void>() });
  return { player: aPart(), words: aPart() };
});
vi.mock('#web/reviewing/listening/docked-player.tsx', async (original) => {
  player.wanted.resolve();
  await player.arrival.promise;
  return original();
});
vi.mock('#web/reviewing/reviews/words-set-aside.tsx', async (original) => {
  words.wanted.resolve();
  await words.arrival.promise;
  return original();
});

afterEach(() => page.viewport(1280, 720));

test('text typed in a review is kept while the code of the docked player loads', async () => {
  await page.viewport(375, 400);
  const { userId } = signInAs({ userType: 'listener' });
  answerCall(api.reviews.readDraft, () => ({ revision: 0, draft: null }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: 1, draft: body.draft }));
  const nothing = vi.fn();
  await show(
    <ServedTrackReview
      track={aServedTrack}
      listenerId={userId}
      arrives={false}
      followsAnother={false}
      onDone={nothing}
      onLost={nothing}
      onAsked={nothing}
      onLeftAlone={nothing}
      onChosen={nothing}
    />,
  );
  const text = page.getByRole('textbox', { name: 'Your review' });
  await expect.element(text).toBeVisible();
  text.element().focus();
  await player.wanted.promise;
  await userEvent.keyboard('The first riff');
  await expect.element(text).toBeVisible();
  await expect.element(text).toHaveFocus();
  await expect.element(text).toHaveValue('The first riff');
  player.arrival.resolve();
  await expect.element(page.getByRole('region', { name: 'Docked player' })).toBeVisible();
  await expect.element(text).toHaveFocus();
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
  await words.wanted.promise;
  await userEvent.keyboard('the drums');
  await expect.element(note).toHaveValue('the drums');
  words.arrival.resolve();
  await expect.element(page.getByText('From my phone.')).toBeVisible();
  await expect.element(note).toHaveFocus();
});
