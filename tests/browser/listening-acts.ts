import { errors, type Locator, type Page } from '@playwright/test';
import { connectDatabase } from '#server/adapters/database/connections/postgres-database.ts';
import { sqlRow } from '#tests/support/world/sql.ts';
import { playFor } from './fast-motion.ts';
import { expect, type RunningEarshot } from './fixtures.ts';
import { joinByApi, uploadByApi } from './joining-by-api.ts';

/** A comment long enough, that every approval rule finds clean. */
export const comment =
  'The first riff had me nodding before I knew it, and the drums underneath feel played, not programmed. In the middle ' +
  'the low guitar hides the bass, so I would turn one of them down. I liked that quiet bar near the end a lot; give it ' +
  'two more seconds and the last hit would land twice as hard.';

/** An artist joins and uploads one of the sample tracks, by the API. */
export async function uploadAs(
  page: Page,
  earshot: Pick<RunningEarshot, 'url'>,
  who: string,
  title: string,
  file: string,
): Promise<void> {
  await uploadByApi(await joinByApi(page, earshot, who, 'artist'), title, file);
  await page.close();
}

/**
 * Presses a button if it is shown. Play may turn into Pause between the look and the press; waiting until it is Play again
 * would take until the paid minute ends.
 */
export async function pressIfShown(button: Locator): Promise<void> {
  while (await button.isVisible()) {
    try {
      return await button.click({ timeout: 500 });
    } catch (error) {
      // It has gone meanwhile, or the machine is busy.
      if (!(error instanceof errors.TimeoutError)) throw error;
    }
  }
}

/** Plays until the review is unlocked; a slow machine loses seconds, so it may take more than a minute. */
export async function hear(page: Page, earshot: RunningEarshot, play: () => Promise<void>): Promise<void> {
  const unlocked = page.getByText('Review unlocked');
  for (let seconds = 0; seconds < 300 && !(await unlocked.isVisible()); seconds += 4) {
    if (await page.getByRole('button', { name: 'Play', exact: true }).isVisible()) await play();
    await playFor(page, earshot.clock, 4);
  }
  await expect(unlocked).toBeVisible();
}

/** Whole seconds heard, as the lights say. */
export async function secondsHeard(page: Page): Promise<number> {
  return Number(await page.getByRole('meter', { name: 'Seconds heard' }).getAttribute('aria-valuenow'));
}

/** What the server has proven of a listener's only stay after a paid minute. */
export async function readStay(
  { database: address }: RunningEarshot,
  email: string,
): Promise<{ stop: unknown; wholeMinute: unknown; unpaidSeconds: number }> {
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 1, throwAway: true });
  const row = await sqlRow(
    owner.database,
    `select stop, whole_minute as "wholeMinute", unpaid_ms from stays
      where listener_id = (select id from users where email = $1)`,
    [email],
  );
  await owner.pool.end();
  return { stop: row.stop, wholeMinute: row.wholeMinute, unpaidSeconds: Number(row.unpaid_ms) / 1000 };
}

/** When the last review was decided, by the database's clock. */
export async function lastDecision({ database: address }: RunningEarshot): Promise<Date> {
  const owner = await connectDatabase({ address, role: 'earshot_owner', poolSize: 1, throwAway: true });
  const { ms } = await sqlRow(
    owner.database,
    'select extract(epoch from max(decided_at)) * 1000 as ms from reviews',
  );
  await owner.pool.end();
  return new Date(Number(ms));
}
