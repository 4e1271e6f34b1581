import { expect, test } from 'vitest';
import { ApiRefusal } from '../calls/api-failures.ts';
import {
  type Checks,
  changeFields,
  faultsOf,
  formFailed,
  formSent,
  leaveField,
  type Refusals,
  refuseField,
  sendForm,
  showFaults,
  shownTexts,
  startForm,
} from './form-state.ts';

interface Typed {
  readonly email: string;
  readonly password: string;
}

const blank: Typed = { email: '', password: '' };
const checks: Checks<Typed> = {
  password: (typed) => (typed === '' ? 'Enter your password.' : null),
  email: (typed) => (typed.includes('@') ? null : 'Enter your email address.'),
};
const refusals: Refusals<Typed> = {
  wrong_password: 'password',
  weak_password: ['password', 'Choose another password.'],
};
const refusal = (code: 'wrong_password' | 'weak_password' | 'wrong_credentials') =>
  new ApiRefusal(400, { code, message: `The server says ${code}.`, details: {}, requestId: 'r' });

const shown = (state: ReturnType<typeof startForm<Typed>>) =>
  shownTexts(state, faultsOf(checks, state.values));
const submitted = showFaults(startForm(blank), faultsOf(checks, blank));

test('an untouched form shows no errors', () => {
  expect(shown(startForm(blank))).toEqual({});
});

test('an invalid submit shows an error at every bad field and focuses the first', () => {
  expect(shown(submitted)).toEqual({
    email: 'Enter your email address.',
    password: 'Enter your password.',
  });
  expect(submitted.focus).toEqual({ field: 'email' });
  expect(submitted.isBusy).toBe(false);
});

test('the same error gets the focus on every submit', () => {
  const again = showFaults(submitted, faultsOf(checks, blank));
  expect(again.focus).not.toBe(submitted.focus);
});

test('a changed field shows no error until the next check, the others keep theirs', () => {
  const typing = changeFields(submitted, { email: 'ines' });
  expect(typing.values).toEqual({ email: 'ines', password: '' });
  expect(shown(typing)).toEqual({ password: 'Enter your password.' });
});

test('leaving a field checks it only if it was changed', () => {
  expect(shown(leaveField(startForm(blank), 'email'))).toEqual({});
  const left = leaveField(changeFields(startForm(blank), { email: 'ines' }), 'email');
  expect(shown(left)).toEqual({ email: 'Enter your email address.' });
  expect(left.focus).toBeNull();
});

test('a check can use the other fields', () => {
  const onlyWithEmail: Checks<Typed> = {
    password: (typed, { email }) => (email !== '' && typed === '' ? 'Enter your password.' : null),
  };
  expect(faultsOf(onlyWithEmail, blank)).toEqual([]);
  expect(faultsOf(onlyWithEmail, { ...blank, email: 'a@b' })).toHaveLength(1);
});

const filled = changeFields(startForm(blank), { email: 'ines@example.com', password: 'long enough' });

test('a form being sent is busy, and clears the previous error', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_password'), refusals);
  const sending = sendForm(failed);
  expect(sending).toMatchObject({ isBusy: true, error: null, refused: null, sent: filled.values });
  expect(shown(sending)).toEqual({});
});

test('a failure keeps all values', () => {
  const failed = formFailed(sendForm(filled), new Error('offline'), refusals);
  expect(failed).toMatchObject({ values: filled.values, isBusy: false, isDone: false, focus: null });
  expect(shown(failed)).toEqual({});
});

test('an error about one field shows there, with the server’s message, and focuses it', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_password'), refusals);
  expect(shown(failed)).toEqual({ password: 'The server says wrong_password.' });
  expect(failed.focus).toEqual({ field: 'password' });
});

test('an error uses the form’s own message if there is one', () => {
  const failed = formFailed(sendForm(filled), refusal('weak_password'), refusals);
  expect(shown(failed)).toEqual({ password: 'Choose another password.' });
});

test('an error about the whole action shows at no field', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_credentials'), refusals);
  expect(shown(failed)).toEqual({});
  expect(failed.error).toBeInstanceOf(ApiRefusal);
});

test('an error disappears when its own field changes, not another', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_password'), refusals);
  expect(shown(changeFields(failed, { email: 'other@example.com' }))).toHaveProperty('password');
  const changed = changeFields(failed, { password: 'another' });
  expect(shown(changed)).toEqual({});
  expect(changed.error).toBeNull();
});

test('a value rejected by the page shows an error and gets the focus like a server error', () => {
  const refused = refuseField(filled, { field: 'email', text: 'Not this one.' });
  expect(shown(refused)).toEqual({ email: 'Not this one.' });
  expect(refused.focus).toEqual({ field: 'email' });
});

test('a sent form is done until something changes, and secrets are cleared', () => {
  const done = formSent(sendForm(filled), { password: '' });
  expect(done).toMatchObject({ isDone: true, isBusy: false, values: { ...filled.values, password: '' } });
  expect(shown(leaveField(done, 'password'))).toEqual({});
  expect(changeFields(done, { email: 'other@example.com' }).isDone).toBe(false);
});
