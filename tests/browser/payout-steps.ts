import type { Page } from '@playwright/test';
import { expect, type RunningEarshot } from './fixtures.ts';
import { linkFor, password } from './people.ts';

/** How long nothing leaves after a destination was confirmed. */
export const holdSeconds = 72 * 3600;

/** Settings of the account that makes SEPA payments. */
export const payerSettings = {
  PAYOUT_BANK_HOLDER: 'Earshot GmbH',
  PAYOUT_BANK_IBAN: 'DE89370400440532013000',
  PAYOUT_BANK_TOWN: 'Berlin',
  PAYOUT_BANK_COUNTRY: 'DE',
};

interface Choice {
  /** As the card names it. */
  readonly way: string;
  /** What is typed, by label. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the test provider does. */
  readonly conduct?: string;
  /** Where the link is mailed that confirms it. */
  readonly mailedTo: string;
  /** What happens to the link before this browser opens it. */
  readonly openElsewhere?: (link: string) => Promise<void>;
}

/** Saves a destination in Germany in the wallet, confirms it with one press of the emailed link's page, and comes back. */
export async function chooseDestination(
  listener: Page,
  earshot: RunningEarshot,
  { way, fields = {}, conduct, mailedTo, openElsewhere }: Choice,
): Promise<void> {
  await listener.getByRole('button', { name: /^(Choose a destination|Change)$/ }).click();
  await expect(listener.getByLabel('Country')).toHaveValue('US');
  await listener.getByLabel('Country').selectOption('Germany');
  await listener.getByRole('radio', { name: new RegExp(`^${way}`) }).check({ force: true });
  for (const [label, typed] of Object.entries(fields)) await listener.getByLabel(label).fill(typed);
  if (conduct !== undefined) {
    await listener.getByRole('button', { name: /What the test provider does/ }).click();
    await listener.getByRole('option', { name: conduct, exact: true }).click();
  }
  await listener.getByLabel('Legal name').fill('Pia Example');
  await listener.getByLabel('Password', { exact: true }).fill(password);
  await listener.getByRole('button', { name: 'Save this destination' }).click();
  await expect(listener.getByText('Check your email')).toBeVisible();
  const saved = listener.getByRole('paragraph').filter({ hasText: 'isn’t confirmed yet' });
  await expect(saved).toBeFocused();
  await expect(saved).toBeInViewport();

  const link = await freshLink(listener, earshot, mailedTo);
  await openElsewhere?.(link);
  await listener.goto(link);
  await listener.getByRole('button', { name: 'Confirm this destination' }).click();
  await expect(listener.getByRole('heading', { name: 'Destination confirmed' })).toBeVisible();
  await listener.getByRole('link', { name: 'Go to your wallet' }).click();
  await expect(listener.getByText(/^We send no payouts before /)).toBeVisible();
}

const used = new Set<string>();

/** The mail with the link of an earlier destination may still be the newest. */
async function freshLink(page: Page, earshot: RunningEarshot, address: string): Promise<string> {
  let link = '';
  await expect(async () => {
    link = await linkFor(page, earshot, address, 'payee');
    expect(used.has(link)).toBe(false);
  }).toPass();
  used.add(link);
  return link;
}
