import type { ActivityEntry } from '#contract/accounts/activity.ts';
import { cents, formatCents } from '#contract/cents.ts';
import { rejectionLabel } from '#contract/reviews/rejection-reasons.ts';

type Details = ActivityEntry['details'];

/** Shortened ids are enough to tell two things apart. */
const short = (id: string | number) => String(id).slice(0, 8);

/** For example 'admin.listReviewsToDecide' becomes 'list reviews to decide'. */
const actName = (call: string) =>
  call.replace(/^.*\./, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const refusedBecause: Readonly<Record<string, string>> = {
  access_denied: 'not an admin',
  own_decision: 'it is their own or a linked account’s',
  second_admin_needed: 'a second admin is needed',
};

const scopes: Readonly<Record<string, string>> = {
  local: 'This session',
  global: 'Every session',
  others: 'Every other session',
};

type Value = string | number;

/** The text for each detail; an empty text omits it. */
const texts: Readonly<Record<string, (value: Value, all: Details) => string>> = {
  session: () => '',
  presented: () => 'An old copy was used, so the session was ended',
  stored: () => '',
  factors: () => 'With a code',
  scope: (scope) => scopes[scope] ?? `${scope}`,
  role: (role) => (role === 'admin' ? 'Admin' : 'No longer admin'),
  was: (status) => `Was ${status}`,
  rules: (rules) => `Audit rules ${String(rules).replaceAll(' ', ', ')}`,
  acts: (acts, { above }) => (above === 'off' ? `One admin is enough for ${acts}` : `Above this for ${acts}`),
  above: () => '',
  cents: (amount) => formatCents(cents(Number(amount))),
  reason: (reason) => rejectionLabel(String(reason)) ?? `${reason}`,
  call: (call, { code = '' }) =>
    `Tried to ${actName(String(call))}${refusedBecause[code] === undefined ? '' : `: ${refusedBecause[code]}`}`,
  code: (code) => (refusedBecause[code] === undefined ? `${code}`.replaceAll('_', ' ') : ''),
  payouts: (count) => (count === 1 ? '1 payout' : `${count} payouts`),
  credits: (count) => `${count} credits`,
  review: (id) => `Review ${short(id)}`,
  payout: (id) => `Payout ${short(id)}`,
  export: (id) => `Export ${short(id)}`,
  task: (task) => `${task}`,
  job: (id) => `Job ${id}`,
  audioFileId: (id) => `File ${short(id)}`,
};

/** An entry's details in plain words. */
export const detailText = (details: Details): string =>
  Object.entries(details)
    .map(([name, value]) => texts[name]?.(value, details) ?? `${name} ${value}`)
    .filter((text) => text !== '')
    .join(', ');
