import { expect, test } from 'vitest';
import { cents } from '#contract/cents.ts';
import { accountExistsMail, confirmationMail, sessionEndedMail } from './account-mails.ts';
import { composeMail } from './compose-mail.ts';
import { reviewDecisionMail } from './review-mails.ts';

test('the confirmation link has its token after the #, in text and HTML', () => {
  const { text, html } = confirmationMail('https://earshot.example', 'abc_-123');
  expect(text).toContain('https://earshot.example/auth/callback#type=signup&token=abc_-123');
  expect(html).toContain('href="https://earshot.example/auth/callback#type=signup&#38;token=abc_-123"');
});

test('settings cannot add markup to an email', () => {
  const support = '"<script>"@example.org';
  for (const mail of [
    accountExistsMail('https://a.example', support),
    sessionEndedMail('https://a.example', support),
  ]) {
    expect(mail.html).not.toContain('<script>');
    expect(mail.text).toContain(support);
  }
});

test('a long address in an email wraps instead of widening the page on a phone', () => {
  const { html } = composeMail({ subject: 'A link', paragraphs: ['https://a.example'], closing: [] });
  expect(html).toMatch(/<body style="[^"]*overflow-wrap:anywhere/);
  expect(html).toContain('<meta name="viewport" content="width=device-width">');
});

test('the subject of an email about a review matches its first sentence', () => {
  const review = { trackTitle: 'Night Bus', reasonLabel: null, sentence: null, earnedCents: cents(0) };
  const subjects = (
    [
      ['rejected', null],
      ['rejected', 'dismissed'],
      ['approved', 'granted'],
      ['reversed', null],
    ] as const
  ).map(([status, appealOutcome]) => {
    const mail = reviewDecisionMail('https://a.example', { ...review, status, appealOutcome });
    expect(mail.text.startsWith(`${mail.subject}.\n`)).toBe(true);
    return mail.subject;
  });
  expect(subjects).toEqual([
    'Your review of “Night Bus” was rejected',
    'Your review of “Night Bus” stays rejected after your appeal',
    'Your appeal was granted: your review of “Night Bus” was approved',
    'The approval of your review of “Night Bus” was reversed',
  ]);
});
