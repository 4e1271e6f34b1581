import type { FastifyInstance, FastifyReply } from 'fastify';
import { product } from '#contract/product.ts';
import { mailboxOf, type StoredMail } from '../adapters/mail/mailbox.ts';
import type { Dependencies } from '../dependencies.ts';

const shown = 50;

const headers = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The mailbox of a development machine: what would have been sent, with links to click. Everybody who reaches the server
 * can read it: it is served only where the setting MAILBOX_PAGE allows, and where mails are written to files at all.
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
    return answerPage(
      reply.code(404),
      page('No such mail', '<p><a href="/mailbox">Back to the mailbox</a></p>'),
    );
  });
}

const answerPage = (reply: FastifyReply, html: string) =>
  reply.headers(headers).type('text/html; charset=utf-8').send(html);

const linkForm = /https?:\/\/[^\s<>"]+/g;
const linksOf = (text: string): string[] => text.match(linkForm) ?? [];

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Text with its links made clickable, and everything else shown as it is. */
function withLinks(text: string): string {
  const between = text.split(linkForm).map(escapeHtml);
  const links = linksOf(text).map(escapeHtml);
  return between
    .map((part, i) => (links[i] ? `${part}<a href="${links[i]}">${links[i]}</a>` : part))
    .join('');
}

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} - ${product.name}</title></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
</main></body></html>
`;

const heading = ({ at, to }: StoredMail): string =>
  `${escapeHtml(at.toISOString())} to ${escapeHtml(to.address)}`;

function listPage(mails: readonly StoredMail[]): string {
  const item = (
    mail: StoredMail,
  ) => `<li><p><a href="/mailbox/${encodeURIComponent(mail.id)}">${escapeHtml(mail.subject)}</a><br>
${heading(mail)}<br>
${linksOf(mail.text)
  .map((link) => withLinks(link))
  .join('<br>')}</p></li>`;
  const body =
    mails.length > 0 ? `<ul>${mails.map(item).join('\n')}</ul>` : '<p>No mail has been written yet.</p>';
  return page('Mailbox', `<p>Mails of this machine. Without an SMTP server they are not sent.</p>\n${body}`);
}

const mailPage = (mail: StoredMail): string =>
  page(
    mail.subject,
    `<p>${heading(mail)}</p>\n<pre>${withLinks(mail.text)}</pre>\n<p><a href="/mailbox">Back to the mailbox</a></p>`,
  );
