import { expect, test } from 'vitest';
import { draftOf, faultsOfQuestion, fieldsOf, firstFault, newQuestion } from './question-draft.ts';

const written = { ...newQuestion, question: ' Too long? ', choices: ['Yes', ' No '], at: '1:05' };

test('a question is sent trimmed, with its moment in seconds', () => {
  expect(fieldsOf(written)).toEqual({
    kind: 'choice',
    question: 'Too long?',
    choices: ['Yes', 'No'],
    atSecond: 65,
  });
  expect(fieldsOf({ ...written, kind: 'scale', at: '' })).toMatchObject({ choices: [], atSecond: null });
});

test('each part says what is wrong with it', () => {
  expect(firstFault([written])).toBeNull();
  expect(faultsOfQuestion({ ...written, question: ' ' }).question).toBe('Write the question, or remove it.');
  expect(faultsOfQuestion({ ...written, question: 'See example.com' }).question).toMatch(/links/);
  expect(faultsOfQuestion({ ...written, choices: ['Yes', 'Yes '] }).choices).toEqual([
    null,
    'You already have this choice.',
  ]);
  expect(faultsOfQuestion({ ...written, choices: ['Yes', ''] }).choices[1]).toBe('Write this choice.');
  expect(faultsOfQuestion({ ...written, choices: ['Yes', 'No', ''] }).choices[2]).toBe(
    'Write this choice, or remove it.',
  );
  expect(faultsOfQuestion({ ...written, at: '1:75' }).at).toBe('Minutes and seconds, like 0:42.');
});

test('choices left over from another type are ignored', () => {
  expect(firstFault([{ ...written, kind: 'line', choices: ['', ''] }])).toBeNull();
});

test('a saved question is edited as it was entered', () => {
  const { atSecond, ...fields } = fieldsOf(written);
  const asked = { id: 'a', atSecond, ...fields };
  expect(fieldsOf(draftOf(asked, false))).toEqual(fieldsOf(written));
});
