import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { api } from '#contract/index.ts';
import type { QuestionResult } from '#contract/music/questions/questions.ts';
import { asksBeforeLeaving } from '#tests/support/people/leaving.ts';
import { show } from '#tests/support/screens/component-frame.tsx';
import { answerCall } from '#tests/support/stand-ins/api-stand-in.ts';
import { EditQuestions } from '#web/music/questions/edit-questions.tsx';
import { TakeDownDialog } from '#web/operation/admin/reports/report-dialogs.tsx';
import { SentenceForm } from '#web/operation/admin/sentence-form.tsx';
import { ReportDialog } from '#web/reporting/report-dialog.tsx';
import { Button } from '#web/ui/controls/button.tsx';

function Asking() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>Suspend</Button>
      {isAsking && (
        <SentenceForm
          title="Suspend Pia?"
          label="Reason, for the record"
          most={500}
          confirmLabel="Suspend user"
          onClose={() => setIsAsking(false)}
          onConfirm={async () => true}
        >
          <p>Every session ends at once.</p>
        </SentenceForm>
      )}
    </>
  );
}

/** A transition that goes on, as on a slow machine. */
function keepMoving(): void {
  const tell = (type: string) =>
    document.body.dispatchEvent(new TransitionEvent(type, { propertyName: 'color', bubbles: true }));
  tell('transitionrun');
  onTestFinished(() => void tell('transitionend'));
}

test('the field of a dialog opened by key has the focus, even during animations', async () => {
  await show(<Asking />);
  keepMoving();
  const suspend = page.getByRole('button', { name: 'Suspend' });
  await expect.element(suspend).toBeVisible();
  suspend.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByLabelText('Reason, for the record')).toHaveFocus();
});

const clickBeside = () => page.elementLocator(document.body).click({ position: { x: 5, y: 5 }, force: true });

test('a click beside a dialog closes it only if it has no text', async () => {
  await show(<Asking />);
  const suspend = page.getByRole('button', { name: 'Suspend', exact: true });
  const reason = page.getByLabelText('Reason, for the record');
  await suspend.click();
  await expect.element(reason).toBeVisible();
  await clickBeside();
  await expect.element(reason).not.toBeInTheDocument();

  await suspend.click();
  await reason.fill('Copied reviews of three artists');
  await clickBeside();
  await expect.element(reason).toHaveValue('Copied reviews of three artists');
  await userEvent.keyboard('{Escape}');
  await expect.element(reason).not.toBeInTheDocument();
});

const trackId = '00000000-0000-4000-8000-0000000000a1';
const question: QuestionResult = {
  id: '00000000-0000-4000-8000-0000000000d1',
  kind: 'line',
  question: 'Too loud?',
  choices: [],
  atSecond: null,
  savedAt: '2026-03-02T10:00:00Z',
  isAnswered: false,
  takedown: null,
  all: { people: 0, counts: [], mean: null },
  byTaste: null,
  lines: [],
};
async function showEditor(close: () => void): Promise<void> {
  answerCall(api.questions.readQuestions, () => ({
    ...({ genre: 'rock', ratings: null, splitNewest: null } as const),
    questions: [question],
  }));
  await show(<EditQuestions trackId={trackId} about="saved" close={close} />);
}
const kind = (name: string) => page.getByRole('radio', { name });

test('a removed question is a change, so a click beside keeps the dialog open', async () => {
  const close = vi.fn();
  await showEditor(close);
  await page.getByRole('button', { name: 'Remove question 1' }).click();
  await expect.element(page.getByLabelText('Question 1', { exact: true })).not.toBeInTheDocument();
  expect(asksBeforeLeaving()).toBe(true);
  await clickBeside();
  expect(close).not.toHaveBeenCalled();
});

test('a changed radio keeps a dialog open until it is changed back', async () => {
  const close = vi.fn();
  await showEditor(close);
  await kind('Scale of five').click({ force: true });
  await expect.element(kind('Scale of five')).toBeChecked();
  await clickBeside();
  expect(close).not.toHaveBeenCalled();
  await kind('One line').click({ force: true });
  await expect.element(kind('One line')).toBeChecked();
  await clickBeside();
  expect(close).toHaveBeenCalledOnce();
});

test('a text that was typed and deleted again does not keep a dialog open', async () => {
  const close = vi.fn();
  await show(<ReportDialog kind="track" thingId={trackId} close={close} />);
  const wrong = page.getByLabelText('What’s wrong?');
  await wrong.fill('It is mine.');
  expect(asksBeforeLeaving()).toBe(true);
  await clickBeside();
  expect(close).not.toHaveBeenCalled();
  await wrong.fill('');
  expect(asksBeforeLeaving()).toBe(false);
  await clickBeside();
  expect(close).toHaveBeenCalledOnce();
});

test('a chosen reason keeps a takedown open', async () => {
  const close = vi.fn();
  await show(
    <TakeDownDialog
      kind="track"
      reported={null}
      name="“Night Bus”"
      onClose={close}
      onTakeDown={async () => true}
    />,
  );
  await page.getByRole('button', { name: /Reason/ }).click();
  await page.getByRole('option').last().click();
  await clickBeside();
  expect(close).not.toHaveBeenCalled();
});
