import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { api } from '#contract/index.ts';
import { questionLength } from '#contract/music/questions/question-rules.ts';
import type { AskedQuestion } from '#contract/music/questions/questions.ts';
import { show, signInAs } from '#tests/support/screens/component-frame.tsx';
import { answerCall, refused } from '#tests/support/stand-ins/api-stand-in.ts';
import { AnswerFields } from '#web/music/questions/answer-fields.tsx';
import { QuestionsAhead } from '#web/music/questions/questions-ahead.tsx';
import { SimilarQuestion } from '#web/music/versions/similar-question.tsx';

const long = 'selbstverwaltung'.repeat(10);
const question: AskedQuestion = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'line',
  question: long.slice(0, questionLength),
  choices: [],
  atSecond: null,
};
const questions: readonly AskedQuestion[] = [
  question,
  {
    ...question,
    id: '00000000-0000-4000-8000-000000000002',
    kind: 'choice',
    choices: [long.slice(0, 40), 'No'],
  },
];

test.each([375, 320])('a question without spaces does not widen a page of %d pixels', async (width) => {
  await page.viewport(width, 700);
  onTestFinished(() => page.viewport(1280, 720));
  signInAs({ userType: 'listener' });
  await show(
    <article className="grid">
      <QuestionsAhead questions={questions} />
      <AnswerFields
        questions={questions}
        answers={[]}
        change={() => undefined}
        missing={null}
        seek={() => undefined}
        isReadOnly={false}
      />
    </article>,
  );
  await expect.element(page.getByRole('heading', { name: 'The artist asks' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test.each([375, 320])('a long title without spaces wraps in a question at %d pixels', async (width) => {
  await page.viewport(width, 700);
  onTestFinished(() => page.viewport(1280, 720));
  signInAs({ userType: 'artist' });
  answerCall(api.versions.readNewVersionOffer, () => refused('not_found', {}));
  const similar = { trackId: '00000000-0000-4000-8000-000000000003', title: long };
  await show(<SimilarQuestion similar={similar} reviews={null} answer={() => undefined} />);
  await expect.element(page.getByRole('heading', { name: /^Is this a new version/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('a heading in a narrow column does not break short words', async () => {
  await show(
    <div style={{ display: 'flex', width: '12rem' }}>
      <h2 style={{ minWidth: 'min-content' }}>Recordings</h2>
      <p style={{ flex: 'none', width: '12rem' }}>Beside it</p>
    </div>,
  );
  const heading = page.getByRole('heading', { name: 'Recordings' }).element();
  const lines = document.createRange();
  lines.selectNodeContents(heading);
  expect(lines.getClientRects()).toHaveLength(1);
});
