import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '#tests/support/screens/component-frame.tsx';
import { InlineText } from '#web/identity/profile/inline-text.tsx';

/** An editor in the page, opened by keyboard; saving does what `onSave` does. */
async function openEditor(onSave: () => Promise<unknown>): Promise<void> {
  await show(
    <InlineText label="Display name" value="Bea" longest={50} emptyText="No name" onSave={onSave} />,
  );
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(field()).toHaveFocus();
}

const field = () => page.getByRole('textbox', { name: 'Display name' });
const edit = () => page.getByRole('button', { name: 'Edit display name' });

test('a failed save keeps the focus in the field, so that Enter tries again', async () => {
  let saves = 0;
  await openEditor(async () => {
    saves += 1;
    if (saves === 1) throw new Error('The connection was lost.');
  });
  await userEvent.keyboard(' Lee{Enter}');
  await expect.poll(() => saves).toBe(1);
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(edit()).toHaveFocus();
  expect(saves).toBe(2);
});

test('a press on Save keeps the focus while the text is saved, and Escape and Cancel return it to the pencil', async () => {
  const saved = Promise.withResolvers<void>();
  await openEditor(() => saved.promise);
  await userEvent.keyboard(' Lee');
  const save = page.getByRole('button', { name: 'Save display name' });
  await save.click();
  await expect.element(save).toHaveFocus();
  saved.resolve();
  await expect.element(edit()).toHaveFocus();
  await userEvent.keyboard('{Enter}{Escape}');
  await expect.element(edit()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Cancel editing display name' }).click();
  await expect.element(edit()).toHaveFocus();
});
