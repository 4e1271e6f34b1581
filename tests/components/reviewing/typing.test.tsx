import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import type { ReviewDraft } from '#contract/reviewing/reviews/review-drafts.ts';
import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import { signInAs } from '#tests/support/screens/component-frame.tsx';
import { showForm, submitted, words } from '#tests/support/screens/shown-review-form.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';

let kept: ReviewDraft | null;
beforeEach(() => {
  kept = null;
  signInAs({ userType: 'listener' });
  answerCall(api.reviews.readDraft, () => ({ revision: kept ? 1 : 0, draft: kept }));
  answerCall(api.reviews.keepDraft, ({ body }) => ({ revision: body.seen + 1, draft: body.draft }));
});

const comment = () => page.getByRole('textbox', { name: 'Your review' });
const field = () => comment().element() as HTMLTextAreaElement; // what the role of a text area stands for

/** Sends the review and answers what it says of its typing. */
async function countsSent(): Promise<TypingCounts | undefined> {
  const sent = answerCall(api.reviews.submitReview, ({ body }) => submitted(body.comment));
  await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
  await page.getByRole('button', { name: 'Submit Review (Pending Approval)' }).click();
  await expect.poll(() => sent.length).toBe(1);
  return sent[0]?.body.typing;
}

/** Puts a text into the clipboard by the keys of a person. */
async function copy(text: string): Promise<void> {
  const elsewhere = document.createElement('textarea');
  document.body.append(elsewhere);
  elsewhere.value = text;
  elsewhere.select();
  await userEvent.copy();
  elsewhere.remove();
}

test('the listener sees what is counted before writing', async () => {
  await showForm(60);
  await expect
    .element(page.getByText('We count how many letters you type and paste', { exact: false }))
    .toBeVisible();
});

test('typed and pasted letters are counted, and text moved within the field is neither', async () => {
  await showForm(60);
  await comment().click();
  await userEvent.keyboard('A warm voice. ');
  await copy(words(45));
  await comment().click();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await userEvent.paste();
  await expect.element(comment()).toHaveValue(`A warm voice. ${words(45)}`);
  field().setSelectionRange(0, 'A warm voice. '.length);
  await userEvent.cut();
  await userEvent.keyboard('{Control>}{End}{/Control}');
  await userEvent.paste();
  await expect.element(comment()).toHaveValue(`${words(45)}A warm voice. `);

  const counts = await countsSent();
  expect(counts).toMatchObject({ typedLetters: 14, pastedLetters: words(45).length });
  expect(counts?.textMilliseconds).toBeGreaterThan(0);
});

test.each(['insertCompositionText', 'insertReplacementText', 'insertFromDictation', ''])(
  'input of type %j counts as typed',
  async (inputType) => {
    await showForm(60);
    await comment().click();
    // As an input method, a dictation or an assistive program leaves it: the value, and an event that tells of it.
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    setValue?.call(field(), words(45));
    const event =
      inputType === ''
        ? new Event('input', { bubbles: true })
        : new InputEvent('input', { bubbles: true, inputType });
    field().dispatchEvent(event);
    await expect.element(comment()).toHaveValue(words(45));
    expect(await countsSent()).toMatchObject({ typedLetters: words(45).length, pastedLetters: 0 });
  },
);

test('counts continue after a reload', async () => {
  const saved = answerCall(api.reviews.keepDraft, ({ body }) => ({
    revision: body.seen + 1,
    draft: body.draft,
  }));
  await showForm(60);
  await comment().click();
  await userEvent.keyboard('Half of it');
  await expect.element(comment()).toHaveValue('Half of it');
  await showForm(60);
  await comment().click();
  await userEvent.keyboard('{Control>}{End}{/Control} is here.');
  await expect.element(comment()).toHaveValue('Half of it is here.');
  await expect
    .poll(() => saved.at(-1)?.body.draft.typing)
    .toMatchObject({ typedLetters: 19, pastedLetters: 0 });
});

test('a draft from another device includes its counts, which are sent with the review', async () => {
  const typing = { typedLetters: 260, pastedLetters: 12, textMilliseconds: 61_000 };
  kept = {
    rating: null,
    comment: words(45),
    prompts: { worked: null, didNotWork: null, toChange: null },
    notes: [],
    setAside: null,
    typing,
  };
  await showForm(60);
  await expect.element(comment()).toHaveValue(words(45));
  expect(await countsSent()).toEqual(typing);
});

test('a text of an older draft is sent with counts of zero, because a review without counts waits for a person', async () => {
  kept = {
    rating: null,
    comment: words(45),
    prompts: { worked: null, didNotWork: null, toChange: null },
    notes: [],
    setAside: null,
  };
  await showForm(60);
  await expect.element(comment()).toHaveValue(words(45));
  expect(await countsSent()).toEqual({ typedLetters: 0, pastedLetters: 0, textMilliseconds: 0 });
});
