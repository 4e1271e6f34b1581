import { passwordOfDemo } from './demo-password.ts';
import { expect, test, watchConsole } from './fixtures.ts';

test('the demo plays its music, keeps its place, and its card on the landing page stays closed once closed', async ({
  page,
  earshot,
}) => {
  const quiet = watchConsole(page);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const atStep = (step: number) => expect(page.getByText(`step ${step}/10`, { exact: true })).toBeVisible();
  const nextTo = async (step: number) => {
    await press('Next');
    await atStep(step);
  };

  await page.goto('/');
  const card = page.getByRole('complementary', { name: 'Demo Mode' });
  await expect(card.getByText('Testing Environment')).toBeVisible();
  await card.getByRole('link', { name: 'Launch Investor Demo' }).click();
  await page.waitForURL('**/demo**');
  await page.getByLabel('Demo password').fill(await passwordOfDemo(earshot));
  await page.keyboard.press('Enter');
  await atStep(2);
  for (const step of [3, 4, 5]) await nextTo(step);
  await press(/^Play/);
  await expect(page.getByText(/^[1-9]\d? \/ 60 s heard/)).toBeVisible();
  await press('Pause');
  const heard = await page.getByText(/^\d+ \/ 60 s heard/).textContent();
  await nextTo(6);
  await page.goBack();
  await atStep(5);
  await page.reload();
  await atStep(5);
  await expect(page.getByText(heard ?? 'nothing')).toBeVisible();
  await page.goBack();
  await atStep(4);

  for (const step of [5, 6, 7, 8, 9, 10]) await nextTo(step);
  await press('Finish');
  await page.waitForURL(/\/$/);
  await page.goto('/demo');
  await atStep(2);

  await page.goto('/');
  await card.getByRole('button', { name: 'Turn demo mode off in this browser' }).click();
  await expect(card).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Create account' }).first()).toBeVisible();
  await expect(card).toHaveCount(0);
  quiet();
});
