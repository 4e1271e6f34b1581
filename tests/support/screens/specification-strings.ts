import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Every exact text of the specification, in its order. */
export const specificationStrings: readonly string[] = readFileSync(
  join(import.meta.dirname, 'specification-strings.txt'),
  'utf8',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

/** Texts that are put together from a rule's figures or a name: where, and how that is written with `{}` for what is filled in. */
export const composedStrings: Readonly<Record<string, readonly [file: string, written: string]>> = {
  '$0.15': ['src/contract/business-rules.ts', 'rewardPerReview: Cents = cents(15)'],
  'This page is not available for your role. You need {role} access to view this content.': [
    'src/web/shell/app-frame.tsx',
    'This page is not available for your role. You need {} access to view this content.',
  ],
  'This page is not available for your role ({role}).': [
    'src/web/identity/roles/onboarding-page.tsx',
    'This page is not available for your role ({}).',
  ],
  'New User': ['src/server/identity/profile-rules.ts', "'New User'"],
  artist: ['src/web/shell/sidebar.tsx', 'userTypeLabel[profile.userType].toLowerCase()'],
  listener: ['src/web/shell/sidebar.tsx', 'userTypeLabel[profile.userType].toLowerCase()'],
  completed: ['src/web/money/wallet/payout-history.tsx', '{statusText(payout)}</Badge>'],
  pending: ['src/web/money/wallet/payout-history.tsx', '{statusText(payout)}</Badge>'],
  rejected: ['src/web/money/wallet/payout-history.tsx', '{statusText(payout)}</Badge>'],
  active: ['src/web/music/tracks/track-row.tsx', "{ text: 'active'"],
  deleted: ['src/web/music/tracks/track-row.tsx', "{ text: 'deleted'"],
  audio: ['src/web/reviewing/listening/audio-settings.tsx', 'title="Audio"'],
  OK: ['src/contract/health.ts', "'OK'"],
  'You are now logged in as a {role}': [
    'src/web/identity/roles/switch-role.ts',
    'You are now logged in as a {}',
  ],
  'Upload successful! Your track has been uploaded and is now available for review.': [
    'src/web/music/tracks/use-upload-form.ts',
    "title: 'Upload successful!', body: 'Your track has been uploaded and is now available for review.'",
  ],
  'used/limit uploads': ['src/web/music/tracks/plan-label.ts', '{}/{} uploads'],
  'credits remaining': ['src/web/music/tracks/plan-label.ts', 'remaining'],
  'Need N more words': ['src/contract/business-rules.ts', 'Need {} more words'],
  'Listen for Ns more to submit': ['src/contract/business-rules.ts', 'Listen for {}s more to submit'],
  'Review too short: Please write at least 45 words (currently N).': [
    'src/web/reviewing/reviews/use-review-submission.ts',
    'Please write at least {} words (currently {}).',
  ],
  'Please upload a file smaller than 50MB.': [
    'src/web/music/tracks/upload-checks.ts',
    'Please upload a file smaller than {}.',
  ],
  "Your review is pending approval. You'll be credited $0.15 once approved.": [
    'src/web/reviewing/reviews/use-review-submission.ts',
    "Your review is pending approval. You'll be credited {} once approved.",
  ],
  'Minimum $5.00 required for payout': [
    'src/web/money/wallet/wallet-figures.tsx',
    'Minimum {formatCents(minimumPayout)} required for payout',
  ],
  'You need at least $5.00 to request a payout.': [
    'src/contract/errors.ts',
    'You need at least {} to request a payout.',
  ],
  'Your payout request has been submitted and will be processed within 3-5 business days.': [
    'src/web/money/wallet/request-payout.ts',
    'Your payout request has been submitted and will be processed within {}-{} business days.',
  ],
  'Payout approved': ['src/web/operation/admin/payouts/decide-payout.ts', 'Payout {}'],
  'Payout rejected': ['src/web/operation/admin/payouts/decide-payout.ts', 'Payout {}'],
  'Payout request has been approved/rejected.': [
    'src/web/operation/admin/payouts/decide-payout.ts',
    'Payout request has been {}.',
  ],
  notifications: ['src/web/identity/settings/notification-settings.tsx', 'Notifications'],
  privacy: ['src/web/identity/settings/privacy-settings.tsx', 'Privacy'],
  appearance: ['src/web/operation/personal-data/settings-page.tsx', 'Appearance'],
  'export data': ['src/web/operation/personal-data/settings-page.tsx', 'Export data'],
  'delete account': ['src/web/operation/personal-data/delete-account-panel.tsx', 'Delete account'],
  'contact support': ['src/web/operation/personal-data/settings-page.tsx', 'Contact support'],
  'Demo Mode enabled/disabled': ['src/web/operation/test-kit/browser-switches.tsx', 'Demo Mode {}'],
  'change password': ['src/web/identity/settings/change-password-form.tsx', 'Change password'],
  '200': ['src/contract/health.ts', 'z.literal(200)'],
  'Subscribe to {Indie|Major|Icon}': ['src/web/plans/plan-choice.tsx', 'Subscribe to {}'],
  '$29/month': ['src/web/plans/plan-choice.tsx', '>/month<'],
  '$49/month': ['src/web/plans/plan-choice.tsx', '>/month<'],
  '$99/month': ['src/web/plans/plan-choice.tsx', '>/month<'],
  '2 uploads per month': ['src/web/plans/plan-choice.tsx', '{} uploads per month'],
  '5 uploads per month': ['src/web/plans/plan-choice.tsx', '{} uploads per month'],
  'unlimited uploads': ['src/web/plans/plan-choice.tsx', 'Unlimited uploads'],
  '7-day money-back guarantee': ['src/web/plans/subscription-page.tsx', '7-day money-back guarantee'],
  'Load More': ['src/web/reviewing/reviews/my-reviews-page.tsx', 'Load More Reviews'],
  Agents: ['src/web/operation/demo/path-step.tsx', 'Agents hear music'],
  'step n/10': ['src/web/operation/demo/demo-frame.tsx', 'step {}/{}'],
  '$23.75': ['src/web/operation/demo/demo-rules.ts', 'pending: cents(2375)'],
  '$0.35': ['src/web/operation/demo/demo-rules.ts', 'reward: cents(35)'],
  '$0.50': ['src/web/operation/demo/demo-rules.ts', 'reward: cents(50)'],
  '$0.75': ['src/web/operation/demo/demo-rules.ts', 'reward: cents(75)'],
  'Love it': ['src/contract/music/tracks/moment-kinds.ts', "love: 'Love it'"],
  'Lost me': ['src/contract/music/tracks/moment-kinds.ts', "lost: 'Lost me'"],
  "I'd skip here": ['src/contract/music/tracks/moment-kinds.ts', 'skip: "I\'d skip here"'],
  'No reviews assigned.': ['src/web/plans/balance/balance-text.ts', '`No reviews assigned.{}`'],
  'Oldest: {name}, due {date}': ['src/web/operation/admin/payouts/payouts-tab.tsx', '`Oldest: {}, due {}`'],
  'This was not me': ['src/server/identity/emails/payout-mails.ts', "'This was not me: stop my payouts'"],
  'This track has all its reviews': [
    'src/web/reviewing/reviews/review-queue-page.tsx',
    '`This track has all its reviews. {}`',
  ],
  'You chose a track of this artist this month': [
    'src/web/reviewing/reviews/review-queue-page.tsx',
    '`You chose a track of this artist this month. {}`',
  ],
};

/** Texts that nothing shows, each with the reason why. One that has appeared must leave this list. */
export const missingStrings: Readonly<Record<string, readonly string[]>> = {
  'the version label shows the running version, which moves with each release': ['0.3.0'],
  'failures that cannot happen here: uploading is one act, and links hold no path': [
    'Failed to consume upload',
    'Invalid audio path',
  ],
  'placeholders that became real, so that their words are gone': [
    'Advanced Analytics Coming Soon / In Development',
    'Coming Soon - Avatar upload will be available soon.',
    'Coming Soon',
  ],
};

interface Source {
  readonly file: string;
  readonly text: string;
}

const readSources = (pattern: string): readonly Source[] =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((file) => ({
      file,
      text: readFileSync(join(root, file), 'utf8')
        .replace(/\s+/g, ' ')
        .replaceAll('&amp;', '&')
        .replaceAll("\\'", "'"),
    }));

const sources = readSources('src/{web,contract,server}/**/*.{ts,tsx,html}').filter(
  ({ file }) => !/\.test\.|\/gallery\//.test(file),
);
/** Where a literal is a text for people. Elsewhere it may be a value of a type or of the database: those are named above. */
const textual = sources.filter(
  ({ file }) =>
    file.startsWith('src/web/') || /^src\/contract\/(errors|business-rules|product)\.ts$/.test(file),
);
const tests = readSources('{tests/{api,browser},src}/**/*.{spec,test}.ts');

const literally = (text: string): RegExp => new RegExp(`["'\`>}] ?${RegExp.escape(text)} ?["'\`<{]`);

/** The file that has this text as a whole literal or element. */
function fileWith(text: string): string | undefined {
  const pattern = literally(text);
  return textual.find((source) => pattern.test(source.text))?.file;
}

const hole = /\$\{[^}]*\}/g;

/** A text of the specification, or the title and body that it stands for. */
export const partsOf = (text: string): readonly string[] => text.split(/: | - | \/ /);

/** The files that show a text of the specification: whole, composed, or as title and body. Empty when any part is missing. */
export function filesThatShow(text: string): readonly string[] {
  const whole = filesWith(text);
  if (whole.length > 0) return whole;
  const parts = partsOf(text).map(filesWith);
  return parts.every((files) => files.length > 0) ? [...new Set(parts.flat())] : [];
}

/** The file that has this text as it is, or composed. */
function filesWith(text: string): readonly string[] {
  const composed = composedStrings[text];
  if (composed) {
    const [file, written] = composed;
    return sources
      .find((source) => source.file === file)
      ?.text.replace(hole, '{}')
      .includes(written)
      ? [file]
      : [];
  }
  const whole = fileWith(text);
  return whole ? [whole] : [];
}

/** The tests that have this text, or its first part, in so many words. */
export function testsThatExpect(text: string): readonly string[] {
  const [first = text] = partsOf(text);
  return tests.filter((test) => literally(first).test(test.text)).map(({ file }) => file);
}
