import { expect, test } from 'vitest';
import { ApiRefusal } from './api-failures.ts';
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

test('nothing is said about a form that nobody has touched', () => {
  expect(shown(startForm(blank))).toEqual({});
});

test('a submit with faults says what is wrong at every bad field and focuses the first of the page', () => {
  expect(shown(submitted)).toEqual({
    email: 'Enter your email address.',
    password: 'Enter your password.',
  });
  expect(submitted.focus).toEqual({ field: 'email' });
  expect(submitted.isBusy).toBe(false);
});

test('the same fault takes the focus again with every submit', () => {
  const again = showFaults(submitted, faultsOf(checks, blank));
  expect(again.focus).not.toBe(submitted.focus);
});

test('a field that is changed says nothing until it is checked again, the others go on', () => {
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

test('a check may look at the other fields', () => {
  const onlyWithEmail: Checks<Typed> = {
    password: (typed, { email }) => (email !== '' && typed === '' ? 'Enter your password.' : null),
  };
  expect(faultsOf(onlyWithEmail, blank)).toEqual([]);
  expect(faultsOf(onlyWithEmail, { ...blank, email: 'a@b' })).toHaveLength(1);
});

const filled = changeFields(startForm(blank), { email: 'ines@example.com', password: 'long enough' });

test('a form that is sent is busy, and forgets what the last try said', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_password'), refusals);
  const sending = sendForm(failed);
  expect(sending).toMatchObject({ isBusy: true, error: null, refused: null, sent: filled.values });
  expect(shown(sending)).toEqual({});
});

test('a failure keeps every value', () => {
  const failed = formFailed(sendForm(filled), new Error('offline'), refusals);
  expect(failed).toMatchObject({ values: filled.values, isBusy: false, isDone: false, focus: null });
  expect(shown(failed)).toEqual({});
});

test('a refusal about one field shows there, in the words of the server, and focuses it', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_password'), refusals);
  expect(shown(failed)).toEqual({ password: 'The server says wrong_password.' });
  expect(failed.focus).toEqual({ field: 'password' });
});

test('a refusal shows in the words of the form where it has its own', () => {
  const failed = formFailed(sendForm(filled), refusal('weak_password'), refusals);
  expect(shown(failed)).toEqual({ password: 'Choose another password.' });
});

test('a refusal about the whole act shows at no field', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_credentials'), refusals);
  expect(shown(failed)).toEqual({});
  expect(failed.error).toBeInstanceOf(ApiRefusal);
});

test('a refusal goes when its field is changed, not when another is', () => {
  const failed = formFailed(sendForm(filled), refusal('wrong_password'), refusals);
  expect(shown(changeFields(failed, { email: 'other@example.com' }))).toHaveProperty('password');
  const changed = changeFields(failed, { password: 'another' });
  expect(shown(changed)).toEqual({});
  expect(changed.error).toBeNull();
});

test('a value that the page refuses shows and takes the focus like a refusal of the server', () => {
  const refused = refuseField(filled, { field: 'email', text: 'Not this one.' });
  expect(shown(refused)).toEqual({ email: 'Not this one.' });
  expect(refused.focus).toEqual({ field: 'email' });
});

test('what was sent is done until something changes; secrets are not kept', () => {
  const done = formSent(sendForm(filled), { password: '' });
  expect(done).toMatchObject({ isDone: true, isBusy: false, values: { ...filled.values, password: '' } });
  expect(shown(leaveField(done, 'password'))).toEqual({});
  expect(changeFields(done, { email: 'other@example.com' }).isDone).toBe(false);
});
