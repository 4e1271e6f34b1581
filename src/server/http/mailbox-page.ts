import type { FastifyInstance, FastifyReply } from 'fastify';
import { mailboxOf, type StoredMail } from '../adapters/mail/mail-transport.ts';
import type { Dependencies } from '../dependencies.ts';
import { escapeHtml } from '../foundation/escape-html.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

const shown = 50;

const headers = plainPageHeaders("'none'");

/**
 * The mailbox of a development machine: unsent emails with clickable links. Only served if MAILBOX_PAGE allows it and
 * emails are written to files, and only to the machine itself (own-machine-only.ts).
 */
export function serveMailbox(app: FastifyInstance, { mail }: Pick<Dependencies, 'mail'>): void {
  const mailbox = mailboxOf(mail);
  if (!mailbox) return;
  app.get('/mailbox', async (_request, reply) => answerPage(reply, listPage(await mailbox.list(shown))));
  app.get('/mailbox.json', async (_request, reply) => {
    const mails = await mailbox.list(shown);
    return reply.headers(headers).send(mails.map((mail) => ({ ...mail, links: linksOf(mail.text) })));
  });
  app.get<{ Params: { id: string } }>('/mailbox/:id', async (request, reply) => {
    const mail = await mailbox.read(request.params.id);
    if (mail) return answerPage(reply, mailPage(mail));
    return answerPage(reply.code(404), plainPage('Email not found', '', back));
  });
}

const answerPage = (reply: FastifyReply, html: string) =>
  reply.headers(headers).type('text/html; charset=utf-8').send(html);

const linkForm = /https?:\/\/[^\s<>"]+/g;
const linksOf = (text: string): string[] => text.match(linkForm) ?? [];

/** Escapes a text and makes its links clickable. */
function withLinks(text: string): string {
  const between = text.split(linkForm).map(escapeHtml);
  const links = linksOf(text).map(escapeHtml);
  return between
    .map((part, i) => (links[i] ? `${part}<a href="${links[i]}">${links[i]}</a>` : part))
    .join('');
}

const back = '<p><a href="/mailbox">Back to the mailbox</a></p>';

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

const heading = ({ at, to }: StoredMail): string =>
  `<p class="muted">${moment.format(at)} UTC, to ${escapeHtml(to.address)}</p>`;

const listed = (mail: StoredMail): string => `<section>
<h2><a href="/mailbox/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a></h2>
${heading(mail)}
${linksOf(mail.text)
  .map((link) => `<p>${withLinks(link)}</p>`)
  .join('\n')}</section>`;

function listPage(mails: readonly StoredMail[]): string {
  const body =
    mails.length > 0
      ? mails.map(listed).join('\n')
      : '<p>No emails yet. Create an account, and its confirmation link appears here.</p>';
  return plainPage(
    'Mailbox',
    '',
    `<p class="muted">Emails of this server. They stay here until an SMTP server is set up.</p>\n${body}`,
  );
}

const mailPage = (mail: StoredMail): string =>
  plainPage(mail.subject, back, `${heading(mail)}\n<section><pre>${withLinks(mail.text)}</pre></section>`);
