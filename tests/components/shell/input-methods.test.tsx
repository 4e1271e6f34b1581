import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { cdp, type Locator, page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerEmptyPages } from '#tests/support/screens/empty-pages.ts';
import { openApplication } from '#tests/support/screens/shown-application.tsx';
import { emptyVerdict } from '#tests/support/screens/shown-verdicts.ts';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { OnboardingPage } from '#web/identity/roles/onboarding-page.tsx';
import { SignUpForm } from '#web/identity/sign-in/sign-up-form.tsx';
import { EditTrack } from '#web/music/tracks/edit-track.tsx';
import { UploadPage } from '#web/music/tracks/upload-page.tsx';
import { SentenceForm } from '#web/operation/admin/sentence-form.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';

/** Begins a word with an input method, which is not confirmed yet. */
async function compose(field: Locator): Promise<void> {
  await field.click();
  await cdp().send('Input.imeSetComposition', { text: 'よる', selectionStart: 2, selectionEnd: 2 });
  await expect.element(field).toHaveValue('よる');
}

/** A key as the browser reports it if the input method handles it. */
const composedKey = (key: 'Enter' | 'Escape') =>
  cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code: key, windowsVirtualKeyCode: 229 });

/** Ends the composition with the word as it is. */
const confirmWord = () => cdp().send('Input.insertText', { text: 'よる' });

/** Safari reports the Enter that confirmed the word after the composition has ended. */
const enterOfSafari = () =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }),
  );

/** The shape of the fields that act on Enter themselves, as the title of an upload. */
function Acting({ onEnter }: { onEnter: () => void }) {
  const [value, setValue] = useState('');
  return (
    <TextField
      label="Title"
      value={value}
      onChange={setValue}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
    />
  );
}

test('Enter that confirms a word does not act, and the next one does', async () => {
  const onEnter = vi.fn();
  await show(<Acting onEnter={onEnter} />);
  await compose(page.getByLabelText('Title'));
  await composedKey('Enter');
  await confirmWord();
  expect(enterOfSafari()).toBe(false);
  await expect.element(page.getByLabelText('Title')).toHaveValue('よる');
  expect(onEnter).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onEnter).toHaveBeenCalledOnce();
});

test('Enter that confirms a word of a name does not complete the setup', async () => {
  signInAs({ displayName: '' });
  const sent = answerCall(api.accounts.updateProfile, () => refused('reserved_name', {}));
  await show(<OnboardingPage />);
  await page.getByText('Listener', { exact: true }).click();
  const name = page.getByLabelText(/^Display Name/);
  await compose(name);
  await composedKey('Enter');
  await confirmWord();
  enterOfSafari();
  await expect.element(name).toHaveValue('よる');
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent.length).toBe(1);
});

test('Enter that confirms a word of a title does not send an upload, and the next one says what is missing', async () => {
  signInAs({ userType: 'artist' });
  answerCall(api.subscriptions.getUploadEligibility, () => ({
    plan: 'basic' as const,
    uploadsLimit: 2,
    uploadsUsed: 1,
    canUpload: true,
    balance: { left: 0, lots: [], next: null },
    assigns: 0,
    mostReviews: 0,
    forecast: null,
    source: 'subscription' as const,
    creditsRemaining: 0,
    isPlanPaused: false,
    isCreditShared: false,
    freeUploads: { left: 0, nextAt: null },
  }));
  await show(<UploadPage />);
  const title = page.getByLabelText('Title');
  await compose(title);
  await composedKey('Enter');
  await confirmWord();
  enterOfSafari();
  await expect.element(title).toHaveValue('よる');
  await expect.element(page.getByText('Missing information')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Missing information')).toBeVisible();
});

test('Enter that confirms a word of an edited title saves nothing and keeps the dialog, and the next one saves', async () => {
  signInAs({ userType: 'artist' });
  const { track } = emptyVerdict;
  const sent = answerCall(api.tracks.editTrack, () => track);
  const close = vi.fn();
  await show(<EditTrack track={track} close={close} />);
  const title = page.getByLabelText('Title');
  await title.clear();
  await compose(title);
  await composedKey('Enter');
  await confirmWord();
  enterOfSafari();
  await expect.element(title).toHaveValue('よる');
  await title.click();
  await composedKey('Escape');
  expect([sent.length, close.mock.calls.length]).toEqual([0, 0]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent.length).toBe(1);
});

test('Enter that confirms a word of a password does not create the account, and the next one does', async () => {
  answerCall(api.environment.readEnvironment, () => ({ version: '1', demoMode: true, mailboxPage: true }));
  const sent = answerCall(api.accounts.signUp, () => ({}));
  await show(<SignUpForm email="ada@example.org" onEmailChange={() => undefined} />);
  const password = page.getByLabelText('Password', { exact: true });
  await password.fill('a velvet curtain at ');
  await composedKey('Enter');
  enterOfSafari();
  expect(sent).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => sent.length).toBe(1);
});

test('a search waits for the word that is being composed', async () => {
  answerEmptyPages();
  const searched = answerCall(api.discovery.searchTracks, () => ({ items: [] }));
  await openApplication('/app/discover', { userType: 'listener' });
  const search = page.getByLabelText('Search by title or artist');
  await compose(search);
  await composedKey('Enter');
  await confirmWord();
  enterOfSafari();
  await expect.element(search).toHaveValue('よる');
  await expect.poll(() => searched.map(({ query }) => query.words)).toEqual(['よる']);
});

test('Escape that drops a word leaves the dialog open, and the next one closes it', async () => {
  const onClose = vi.fn();
  await show(
    <SentenceForm
      title="Suspend Pia?"
      label="Reason"
      most={500}
      confirmLabel="Suspend user"
      onClose={onClose}
      onConfirm={async () => true}
    >
      <p>Every session ends at once.</p>
    </SentenceForm>,
  );
  const reason = page.getByLabelText('Reason');
  await compose(reason);
  await composedKey('Escape');
  expect(onClose).not.toHaveBeenCalled();
  await cdp().send('Input.imeSetComposition', { text: '', selectionStart: 0, selectionEnd: 0 });
  await expect.element(reason).toHaveValue('');
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
