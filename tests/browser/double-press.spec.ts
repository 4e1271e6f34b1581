import type { Locator, Page } from '@playwright/test';
import { type Books, openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'double press' });

let books: Books;
let admin: Page;
test.beforeAll(async ({ browser, earshot }) => {
  books = await openBooks(earshot);
  admin = await (await browser.newContext({ baseURL: earshot.url })).newPage();
  await joinAs(admin, earshot, { email: 'otto@example.org', displayName: 'Otto', type: 'Listener' });
  await books.makeAdmin('otto@example.org');
});
test.afterAll(() => books.close());

/** Approved payouts that can still be taken back, while they are few enough to be named. */
const undoButtons = () => admin.getByRole('button', { name: /^Undo Listener/ });
const payoutRows = () => admin.getByRole('table', { name: 'Pending payouts' }).locator('tbody tr');

/** Presses twice on one spot, as a hand does: whatever lies under the pointer then is pressed. */
async function pressTwice(target: Locator, milliseconds: number): Promise<void> {
  // The list takes presses again: a slow machine may have moved its rows a moment ago.
  await expect(target).toHaveCSS('pointer-events', 'auto');
  // Messages lie in the lower corner.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to press.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await admin.mouse.click(x, y);
  await admin.waitForTimeout(milliseconds);
  await admin.mouse.click(x, y);
}

/** Until what a press could have set off has been answered. */
const settled = () => admin.waitForTimeout(1000);

test('a double press on Approve decides exactly one payout, whatever the interval', async ({ earshot }) => {
  await books.requestPayouts(8);
  const quiet = watchConsole(admin);
  await admin.goto('/app/admin?tab=payouts');
  await expect(payoutRows()).toHaveCount(8);
  // No approval is completed while presses are tried.
  earshot.clock.race(0);
  let left = 8;
  for (const apart of [50, 200, 300, 500]) {
    const name = await payoutRows().first().getByRole('link').innerText();
    await pressTwice(
      payoutRows()
        .first()
        .getByRole('button', { name: /^Approve/ }),
      apart,
    );
    left -= 1;
    await expect(payoutRows()).toHaveCount(left);
    await settled();
    await expect(payoutRows()).toHaveCount(left);
    await expect(admin.getByRole('alert').filter({ hasText: `${name}, $6.00` })).toBeVisible();
    await expect(admin.getByRole('button', { name: `Undo ${name}, $6.00` })).toBeVisible();
    await expect(undoButtons()).toHaveCount(8 - left);
  }
  // Undo, pressed twice, takes one approval back: the next one is not moved under the second press.
  await pressTwice(undoButtons().first(), 200);
  left += 1;
  await expect(payoutRows()).toHaveCount(left);
  await settled();
  await expect(payoutRows()).toHaveCount(left);
  await expect(undoButtons()).toHaveCount(8 - left);

  // Meant presses work on: the next one a moment later, and another.
  await payoutRows()
    .first()
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(payoutRows()).toHaveCount(left - 1);
  await payoutRows()
    .first()
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect(payoutRows()).toHaveCount(left - 2);

  // A key acts on the row that has the focus, which went with its row; a held one acts once.
  await admin.keyboard.press('j');
  await admin.keyboard.press('a');
  await admin.waitForTimeout(200);
  await admin.keyboard.press('a');
  await expect(payoutRows()).toHaveCount(left - 3);
  await admin.keyboard.press('j');
  await admin.keyboard.down('r');
  for (let repeats = 0; repeats < 5; repeats += 1) await admin.keyboard.down('r');
  await admin.keyboard.up('r');
  await expect(admin.getByLabel('Reason')).toHaveValue('');

  // The second press on Cancel must not reach the row below the dialog.
  await pressTwice(admin.getByRole('button', { name: 'Cancel' }), 200);
  await settled();
  await expect(payoutRows()).toHaveCount(left - 3);
  await expect(admin.getByRole('dialog')).toHaveCount(0);

  expect(await books.completedPayouts()).toBe(0);
  const approved = 8 - (await payoutRows().count());
  earshot.clock.race(1);
  earshot.clock.leap(10);
  // The next approval makes the server look, too.
  await payoutRows()
    .first()
    .getByRole('button', { name: /^Approve/ })
    .click();
  await expect.poll(() => books.completedPayouts()).toBeGreaterThanOrEqual(approved);
  expect(await books.alarms()).toBe(0);
  quiet();
});

test('a double press in the Reviews tab decides exactly one review, and keys work right after', async () => {
  const comments = [
    'First of them.',
    'Second of them.',
    'Third of them.',
    'Fourth of them.',
    'Fifth of them.',
  ];
  await books.addListener('mia@example.org');
  for (const comment of comments) await books.pendingReview('mia@example.org', comment);
  await admin.goto('/app/admin?tab=reviews');
  const rows = admin.getByRole('article');
  await expect(rows).toHaveCount(5);
  for (const [place, apart] of [200, 300].entries()) {
    await pressTwice(rows.first().getByRole('button', { name: /^Approve/ }), apart);
    await expect(rows).toHaveCount(4 - place);
    await settled();
    await expect(rows).toHaveCount(4 - place);
  }
  // No pause for who works by keys: each names its row.
  for (let left = 2; left >= 0; left -= 1) {
    await admin.keyboard.press('j');
    await admin.keyboard.press('a');
    await expect(rows).toHaveCount(left);
  }
});
