import { cents, formatCents } from '#contract/cents.ts';
import type { ActivityEntry } from '#contract/identity/activity.ts';
import type { ActivityDetails } from '#contract/identity/activity-details.ts';
import { takedownReasons } from '#contract/report-reasons.ts';
import { reasonText } from '#contract/reviewing/reviews/rejection-reasons.ts';
import { taskName } from '../system/task-name.ts';

type Details = ActivityEntry['details'];
type Value = string | number;

/** Shortened ids are enough to tell two things apart. */
const short = (id: string | number) => String(id).slice(0, 8);

/** For example 'admin.listReviewsToDecide' becomes 'list reviews to decide'. */
const actName = (call: string) =>
  call.replace(/^.*\./, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What ended the approval of a payout before it was completed. */
const stoppedBecause: Readonly<Record<string, string>> = {
  not_admin: 'the admin who approved it is no longer an admin',
  left_to_people: 'an admin has to look at it',
  destination_changed: 'its destination changed',
  owed: 'the listener owes money',
  halted: 'payouts are halted',
  test_account: 'it belongs to a test account',
  own: 'it is the admin’s own',
  awaits_second: 'a second admin is needed',
  conflict: 'it was already decided',
  unread: 'its reviews have to be read first',
  under_review: 'the listener’s money is under review',
};

const takedownTexts: Readonly<Record<string, string>> = takedownReasons;

const counted = (count: Value, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

const refusedBecause: Readonly<Record<string, string>> = {
  access_denied: 'not an admin',
  own_decision: 'it is their own or a linked account’s',
  second_admin_needed: 'a second admin is needed',
};

const words = (code: Value) => String(code).replaceAll('_', ' ');

const scopes: Readonly<Record<string, string>> = {
  local: 'This session',
  global: 'Every session',
  others: 'Every other session',
};

/** The text for each detail; an empty text omits it. */
const texts: Readonly<Record<keyof ActivityDetails, (value: Value, all: Details) => string>> = {
  session: () => '',
  presented: () => 'An old copy was used, so the session was ended',
  stored: () => '',
  factors: () => 'With a code',
  scope: (scope) => scopes[scope] ?? `${scope}`,
  role: (role) => (role === 'admin' ? 'Admin' : 'No longer admin'),
  was: (status) => `Was ${status}`,
  stopped: (outcome) => `Stopped: ${stoppedBecause[outcome] ?? words(outcome)}`,
  rules: (rules) => `Audit rules ${String(rules).replaceAll(' ', ', ')}`,
  acts: (acts, { above }) => (above === 'off' ? `One admin is enough for ${acts}` : `Above this for ${acts}`),
  above: () => '',
  cents: (amount) => formatCents(cents(Number(amount))),
  reason: (reason) => takedownTexts[reason] ?? reasonText(String(reason)),
  call: (call, { code = '' }) =>
    `Tried to ${actName(String(call))}${refusedBecause[code] === undefined ? '' : `: ${refusedBecause[code]}`}`,
  code: (code) => (refusedBecause[code] === undefined ? words(code) : ''),
  payouts: (count) => counted(count, 'payout'),
  credits: (count) => counted(count, 'credit'),
  wait: (state) => (state === 'on' ? 'New listeners wait' : 'New listeners no longer wait'),
  letIn: (count) => (count === 0 ? '' : `${counted(count, 'listener')} let in`),
  people: (count) => counted(count, 'account'),
  reports: (count) => counted(count, 'report'),
  as: (how) => (how === 'mistake' ? 'The takedown was wrong' : 'The cause is resolved'),
  track: (id) => `Track ${short(id)}`,
  question: (id) => `Question ${short(id)}`,
  thing: (id) => `Reported item ${short(id)}`,
  recording: (id) => `Recording ${short(id)}`,
  cluster: (id) => `Cluster ${short(id)}`,
  payee: (id) => `Destination ${short(id)}`,
  review: (id) => `Review ${short(id)}`,
  payout: (id) => `Payout ${short(id)}`,
  export: (id) => `Export ${short(id)}`,
  task: (task) => taskName(String(task)),
  job: (id) => `Job ${id}`,
  audioFileId: (id) => `File ${short(id)}`,
  from: () => '',
  to: () => '',
  address: () => '',
};

const textOf: Readonly<Record<string, (value: Value, all: Details) => string>> = texts;

/** An entry's details in plain words. */
export const detailText = (details: Details): string =>
  Object.entries(details)
    .map(([name, value]) => textOf[name]?.(value, details) ?? `${name} ${value}`)
    .filter((text) => text !== '')
    .join(', ');
