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
}

/** Gives a destination in Germany on the page of the wallet, confirms it by the mailed link, and comes back. */
export async function chooseDestination(
  listener: Page,
  earshot: RunningEarshot,
  { way, fields = {}, conduct, mailedTo }: Choice,
): Promise<void> {
  await listener.getByRole('button', { name: /^(Choose a destination|Change)$/ }).click();
  await listener.getByRole('button', { name: /Country/ }).click();
  await listener.getByRole('option', { name: 'Germany' }).click();
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
  await expect(listener.getByText(/isn’t confirmed yet/)).toBeVisible();

  await listener.goto(await freshLink(listener, earshot, mailedTo));
  await listener.getByLabel('Password', { exact: true }).fill(password);
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
