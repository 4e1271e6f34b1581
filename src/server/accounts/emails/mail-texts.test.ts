import { expect, test } from 'vitest';
import { accountExistsMail, confirmationMail, sessionEndedMail } from './mail-texts.ts';

test('the confirmation link carries its token behind the #, in text and page alike', () => {
  const { text, html } = confirmationMail('https://earshot.example', 'abc_-123');
  expect(text).toContain('https://earshot.example/auth/callback#type=signup&token=abc_-123');
  expect(html).toContain('href="https://earshot.example/auth/callback#type=signup&#38;token=abc_-123"');
});

test('no setting can bring markup into a mail', () => {
  const support = '"<script>"@example.org';
  for (const mail of [
    accountExistsMail('https://a.example', support),
    sessionEndedMail('https://a.example', support),
  ]) {
    expect(mail.html).not.toContain('<script>');
    expect(mail.text).toContain(support);
  }
});
