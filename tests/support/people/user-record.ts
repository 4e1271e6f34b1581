import { cents } from '#contract/cents.ts';
import type { UserEntry, UserRecord } from '#contract/operation/admin/admin-users.ts';

const at = '2026-03-02T10:00:00Z';

export const aUserEntry: UserEntry = {
  id: '00000000-0000-4000-8000-0000000000a1',
  displayName: 'Ada',
  username: 'ada',
  email: 'ada@example.org',
  userType: 'listener',
  isAdmin: false,
  isTest: false,
  joinedAt: at,
  suspendedAt: null,
};

/** A listener without work or money, as an admin sees them. */
export const aUserRecord: UserRecord = {
  ...aUserEntry,
  bio: null,
  confirmedAt: at,
  suspensionReason: null,
  payoutsStoppedAt: null,
  hasSecondFactor: false,
  roles: [],
  money: { availableCents: cents(0), pendingCents: cents(0), earnedCents: cents(0), paidOutCents: cents(0) },
  reviews: { pending: 0, approved: 0, rejected: 0, reversed: 0 },
  standing: null,
  tracks: { active: 0, deleted: 0 },
  sessions: [],
  relatedAccounts: [],
  clusterId: null,
};
