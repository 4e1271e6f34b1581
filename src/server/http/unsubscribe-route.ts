import type { FastifyInstance, FastifyReply } from 'fastify';
import { noticeLabels } from '#contract/identity/notice-kinds.ts';
import type { NoticeKind } from '#contract/identity/settings.ts';
import type { Dependencies } from '../dependencies.ts';
import { readUnsubscribeLink, switchOffNotice, unsubscribePath } from '../identity/settings.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

interface Params {
  readonly Params: { readonly token: string };
}

/**
 * The link of an email's List-Unsubscribe header (RFC 8058), without a sign-in. Email clients POST, which switches the
 * emails off at once; a GET only shows a button, because some clients open every link.
 */
export async function serveUnsubscribe(
  app: FastifyInstance,
  deps: Pick<Dependencies, 'database' | 'keys'>,
): Promise<void> {
  const url = `${unsubscribePath}/:token`;
  app.get<Params>(url, async (request, reply) => {
    const kind = readUnsubscribeLink(deps, request.params.token);
    return answer(reply, kind, ask);
  });
  await app.register(async (forms) => {
    // The form only contains `List-Unsubscribe=One-Click`, in either encoding.
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume().on('end', () => done(null));
    });
    forms.post<Params>(url, async (request, reply) => {
      const kind = await switchOffNotice(deps, request.params.token);
      return answer(reply, kind, confirm);
    });
  });
}

const ask = (label: string) =>
  plainPage(
    'Unsubscribe?',
    '',
    `<section><p>We’ll stop sending you “${label}” emails.</p><form method="post"><button class="act">Unsubscribe</button></form></section>`,
  );

const confirm = (label: string) =>
  plainPage(
    'Unsubscribed',
    '',
    `<section><p>You won’t get “${label}” emails anymore. You can turn them back on in Settings.</p>
<p><a class="link" href="/app/settings#notifications">Open Settings</a></p></section>`,
  );

const unknown = () =>
  plainPage(
    'This link isn’t valid',
    '',
    `<section><p>Turn emails off in Settings instead.</p>
<p><a class="link" href="/app/settings#notifications">Open Settings</a></p></section>`,
  );

const answer = (
  reply: FastifyReply,
  kind: NoticeKind | undefined,
  page: (label: string) => string,
): FastifyReply =>
  reply
    .code(kind ? 200 : 404)
    .headers(plainPageHeaders("'self'"))
    .type('text/html; charset=utf-8')
    .send(kind ? page(noticeLabels[kind]) : unknown());
