import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#tests/support/component-frame.tsx';
import { SentenceForm } from '#web/admin/sentence-form.tsx';
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
          onConfirm={() => undefined}
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

test('a click beside a dialog closes it only if it has no text', async () => {
  await show(<Asking />);
  const suspend = page.getByRole('button', { name: 'Suspend', exact: true });
  const reason = page.getByLabelText('Reason, for the record');
  const beside = { position: { x: 5, y: 5 } };
  await suspend.click();
  await expect.element(reason).toBeVisible();
  await page.elementLocator(document.body).click({ ...beside, force: true });
  await expect.element(reason).not.toBeInTheDocument();

  await suspend.click();
  await reason.fill('Copied reviews of three artists');
  await page.elementLocator(document.body).click({ ...beside, force: true });
  await expect.element(reason).toHaveValue('Copied reviews of three artists');
  await userEvent.keyboard('{Escape}');
  await expect.element(reason).not.toBeInTheDocument();
});
