interface Bounce {
  /** Where it is sent. */
  readonly to?: string;
  readonly recipient?: string;
  readonly action?: string;
  readonly status?: string;
  readonly diagnostic?: string;
}

/** A report about an email that did not arrive, as Postfix writes it. */
export function aBounce({
  to = 'bounces@earshot.example',
  recipient = 'kim@example.org',
  action = 'failed',
  status = '5.1.1',
  diagnostic = `smtp; 550 ${status} <${recipient}>: Recipient address rejected: User unknown`,
}: Bounce): Buffer {
  const lines = [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.net (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'I could not deliver your message.',
    '',
    '--b1',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    'Arrival-Date: Mon, 23 Nov 2026 10:00:00 +0000 (UTC)',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mail.example.org',
    `Diagnostic-Code: ${diagnostic.replace(': ', ':\r\n    ')}`,
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'From: Earshot <hello@earshot.example>',
    `To: ${recipient}`,
    'Subject: Your payout',
    '',
    'Hello.',
    '--b1--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
