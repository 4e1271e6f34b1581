import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { answerQuestions, asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { OnboardingPage } from '#web/identity/roles/onboarding-page.tsx';
import { rememberWantedRole, wantedRole } from '#web/identity/roles/wanted-role.ts';
import { toast } from '#web/ui/display/toast-queue.ts';

const name = () => page.getByLabelText(/^Display Name/);
const role = (title: string) => page.getByRole('radio', { name: new RegExp(`^${title}`) });
const choose = (title: string) => page.getByText(title, { exact: true }).click();
const bio = () => page.getByLabelText('Bio (Optional)');
const button = (text: string) => page.getByRole('button', { name: text });
const complete = () => button('Complete Setup').click();

test('a role is required to complete the setup', async () => {
  signInAs({ displayName: 'Ada' });
  const sent = answerCall(api.accounts.updateProfile, () => refused('reserved_name', {}));
  await show(<OnboardingPage />);
  await complete();
  await expect.element(page.getByText('Choose listener or artist.')).toBeVisible();
  await expect.element(role('Listener')).toHaveFocus();
  await choose('Listener');
  await expect.element(page.getByText('Choose listener or artist.')).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('the side chosen on the landing page is preselected, and can still be changed', async () => {
  rememberWantedRole('artist');
  const profile = signInAs({ displayName: 'Ada' });
  const sent = answerCall(api.accounts.updateProfile, () => ({ ...profile, userType: 'listener' as const }));
  await show(<OnboardingPage />);
  await expect.element(role('Artist')).toBeChecked();
  await choose('Listener');
  await complete();
  await expect.poll(() => sent).toMatchObject([{ body: { userType: 'listener' } }]);
  await expect.poll(wantedRole).toBeNull();
});

test.each(['', '   '])('a display name of %j is rejected, and the field gets the focus', async (typed) => {
  signInAs({ displayName: '' });
  const sent = answerCall(api.accounts.updateProfile, () => refused('reserved_name', {}));
  await show(<OnboardingPage />);
  await choose('Listener');
  await name().fill(typed);
  await complete();
  await expect.element(page.getByText('Tell us what to call you.')).toBeVisible();
  await expect.element(name()).toHaveFocus();
  expect(sent).toEqual([]);
});

test('only artists are asked for a bio', async () => {
  signInAs({});
  await show(<OnboardingPage />);
  await expect.element(role('Artist')).toBeInTheDocument();
  await expect.element(bio()).not.toBeInTheDocument();
  await choose('Artist');
  await expect.element(bio()).toBeVisible();
  await choose('Listener');
  await expect.element(bio()).not.toBeInTheDocument();
});

test('the button is busy while an artist is set up, and Analytics opens afterwards', async () => {
  const profile = signInAs({ displayName: '' });
  const asked = answerQuestions(false);
  const answered = Promise.withResolvers<typeof profile>();
  const sent = answerCall(api.accounts.updateProfile, () => answered.promise);
  await show(<OnboardingPage />);
  await choose('Artist');
  expect(asksBeforeLeaving()).toBe(false);
  await name().fill(' Ada Bell ');
  expect(asksBeforeLeaving()).toBe(true);
  await bio().fill('Songs from a kitchen.');
  toast({ title: 'Email confirmed', tone: 'earned' });
  await expect.element(page.getByText('Email confirmed')).toBeVisible();
  await complete();
  await expect.element(button('Setting up...')).toBeVisible();
  await expect.element(page.getByText('Email confirmed')).not.toBeInTheDocument();
  answered.resolve({ ...profile, userType: 'artist' });
  await expect.element(page.getByText('Profile updated')).toBeVisible();
  await expect.element(page.getByText('This is /app/analytics')).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  expect(sent).toEqual([
    { body: { userType: 'artist', displayName: 'Ada Bell', bio: 'Songs from a kitchen.' } },
  ]);
});

test('a listener sends no bio typed as an artist, and continues to Discover', async () => {
  const profile = signInAs({ displayName: 'Ada' });
  const sent = answerCall(api.accounts.updateProfile, () => ({ ...profile, userType: 'listener' as const }));
  await show(<OnboardingPage />);
  await choose('Artist');
  await bio().fill('Songs from a kitchen.');
  await choose('Listener');
  await complete();
  await expect.element(page.getByText('This is /app/discover')).toBeVisible();
  expect(sent).toEqual([{ body: { userType: 'listener', displayName: 'Ada' } }]);
});

test('a rejected name shows why, and the form keeps its values', async () => {
  signInAs({ displayName: '' });
  answerCall(api.accounts.updateProfile, () => refused('reserved_name', {}));
  await show(<OnboardingPage />);
  await choose('Artist');
  await name().fill('Earshot');
  await bio().fill('Songs from a kitchen.');
  await complete();
  await expect.element(page.getByText('Update failed')).toBeVisible();
  await expect.element(page.getByText('That name is reserved. Please choose another.').first()).toBeVisible();
  await expect.element(button('Complete Setup')).toBeEnabled();
  await expect.element(name()).toHaveValue('Earshot');
  await expect.element(bio()).toHaveValue('Songs from a kitchen.');
  await expect.element(role('Artist')).toBeChecked();
});
