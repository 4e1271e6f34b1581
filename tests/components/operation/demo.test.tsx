import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import {
  atStep,
  button,
  openDemo,
  openStep,
  ownReview,
  skipTime,
} from '#tests/support/screens/shown-demo.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';

const password = 'seven brass bells';
const field = () => page.getByLabelText('Demo password');
const text = (words: string) => page.getByText(words, { exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });

beforeEach(() => {
  answerCall(api.demo.verifyDemoPassword, ({ body }) =>
    body.password === password ? { verified: true as const } : refused('invalid_demo_password', {}),
  );
});

async function enter() {
  const window = await openDemo();
  await field().fill(password);
  await userEvent.keyboard('{Enter}');
  await atStep(2);
  return window;
}

async function rate(): Promise<void> {
  await page.getByRole('radio', { name: /^Great/ }).click({ force: true });
  await expect.element(button('Submit Review (Pending Approval)')).toBeDisabled();
  await page.getByRole('radio', { name: '4 stars' }).click({ force: true });
  await button('Submit Review (Pending Approval)').click();
}

test('the demo stays locked without the password: no keys, no later steps, and the specified error', async () => {
  await openDemo('/demo?step=7');
  await atStep(1);
  await expect.element(button('Next')).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowRight}{Escape}');
  await atStep(1);
  await field().fill('not this one');
  await button('Enter the demo').click();
  await expect.element(text('Invalid password. Please try again.')).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue('not this one');
});

test('by buttons: from the password to the closing step', async () => {
  await enter();
  await expect.element(button(/Artist/)).toBeDisabled();
  await button(/^Agent/).click();
  await expect.element(heading('Music is released blind')).toBeVisible();
  await button('Next').click();
  await button(/Feelings/).click();
  await expect.element(heading('Feelings')).toBeVisible();
  await button('Simulate 60 seconds').click();
  skipTime(2500);
  await expect.element(button('Listening complete')).toBeDisabled();
  await button('Next').click();

  await expect.element(button('Need 45 more words')).toBeDisabled();
  await rate();
  await expect.element(heading('Verified reviews')).toBeVisible();
  await expect.element(ownReview().getByText('60 s heard')).toBeVisible();
  await button('Next').click();
  await expect.element(text('$23.90')).toBeVisible();
  await expect.element(text('12')).toBeVisible();
  await button('Request demo payout').click();
  await expect.element(button('Request demo payout')).toBeDisabled();
  await button('Next').click();
  await expect.element(text('12 of 50 reviews')).toBeVisible();
  await button('Simulate 38 more reviews').click();
  skipTime(2000);
  await expect.element(text('Silver: $0.35 for each review from now on.')).toBeVisible();
  await button('Next').click();
  await atStep(10);
  expect(page.getByRole('main').getByRole('listitem').all()).toHaveLength(4);
});

test('starting again forgets everything but the password', async () => {
  await openStep(10, { isReviewed: true, rating: 4, isSilver: true });
  await button('Start again').click();
  await atStep(2);
  await openDemo('/demo?step=8');
  await expect.element(text('$23.75')).toBeVisible();
});

test('finishing leads out, and the next visit starts at the choice of path', async () => {
  await openStep(10);
  await button(/^Back/).click();
  await button('Simulate 39 more reviews').click();
  skipTime(2000);
  await expect.element(text('Silver: $0.35 for each review from now on.')).toBeVisible();
  await button('Next').click();
  await button('Finish').click();
  await expect.element(text('This is /')).toBeVisible();
  await openDemo();
  await atStep(2);
  await openDemo('/demo?step=9');
  await expect.element(text('11 of 50 reviews')).toBeVisible();
});

test('by keys: forward and back, never from a text field, and Escape exits', async () => {
  const { goBack, reload } = await enter();
  await userEvent.keyboard('{ArrowRight}');
  await atStep(3);
  await userEvent.keyboard('{Enter}');
  await atStep(4);
  await userEvent.keyboard('{ArrowLeft}');
  await atStep(3);
  for (const step of [4, 5, 6]) {
    await userEvent.keyboard('{ArrowRight}');
    await atStep(step);
  }
  await page.getByRole('textbox', { name: 'Your review' }).fill('one two');
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{Enter}{Escape}');
  await atStep(6);
  goBack();
  await atStep(5);
  await reload();
  await atStep(5);
  goBack();
  await atStep(4);
  await userEvent.keyboard('{Escape}');
  await expect.element(text('This is /')).toBeVisible();
  await openDemo();
  await atStep(4);
});

test('Back at the step where the demo was entered is one step back: by button, by key and in the browser', async () => {
  const { goBack } = await enter();
  await button('Back').click();
  await atStep(1);
  await button('Next').click();
  await atStep(2);
  await userEvent.keyboard('{ArrowLeft}');
  await atStep(1);
  await button('Next').click();
  await atStep(2);
  goBack();
  await atStep(1);
});

test('after Exit, the demo continues at its step, and Back goes on from there', async () => {
  await openStep(4);
  await atStep(4);
  await button('Exit').click();
  await expect.element(text('This is /')).toBeVisible();
  await openDemo();
  await atStep(4);
  for (const step of [5, 6]) {
    await button('Next').click();
    await atStep(step);
  }
  for (const step of [5, 4, 3]) {
    await button('Back').click();
    await atStep(step);
  }
});

test('a review without listening is shown as not verified', async () => {
  await openStep(6);
  await rate();
  await expect.element(ownReview().getByText('Not verified: the listening step was skipped')).toBeVisible();
  await expect.element(ownReview().getByText('60 s heard')).not.toBeInTheDocument();
});

test('an unknown step says so, with a link back', async () => {
  await openStep(11);
  await expect.element(page.getByRole('heading', { name: 'Step not found' })).toBeVisible();
  await button('Go to the first step').click();
  await atStep(1);
});

test('at a step that is not there Next is off, and Escape in a text field first leaves it', async () => {
  await enter();
  await openStep(6);
  const comment = page.getByRole('textbox');
  await comment.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(comment).not.toHaveFocus();
  await atStep(6);
  await openDemo('/demo?step=11');
  await expect.element(text('Step not found')).toBeVisible();
  await expect.element(button('Next')).toBeDisabled();
});
