import type { FastifyInstance } from 'fastify';
import { micromark } from 'micromark';
import { type OperatorPage, operatorPages } from '#contract/page-paths.ts';
import type { Dependencies } from '../dependencies.ts';
import { operatorPageNames, readOperatorPage } from '../foundation/operator-pages.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

type Settings = Pick<Dependencies['config'], 'dataDirectory' | 'publicUrl' | 'supportEmail'>;

const headers = plainPageHeaders("'none'");

/** Terms, privacy and contact, read at each request so that the operator's changes show at once. */
export function serveOperatorPages(app: FastifyInstance, { config }: Pick<Dependencies, 'config'>): void {
  for (const name of operatorPageNames) {
    app.get(`/${name}`, async (_request, reply) => {
      const html = await drawPage(name, config);
      return reply.headers(headers).type('text/html; charset=utf-8').send(html);
    });
  }
}

/** The latest render of each page, reused while its text stays the same. */
const drawn = new Map<OperatorPage, { readonly markdown: string; readonly html: string }>();

async function drawPage(name: OperatorPage, settings: Settings): Promise<string> {
  const markdown = filled(await readOperatorPage(settings.dataDirectory, name), settings);
  const last = drawn.get(name);
  if (last?.markdown === markdown) return last.html;
  const html = htmlOf(name, markdown);
  drawn.set(name, { markdown, html });
  return html;
}

function htmlOf(name: OperatorPage, markdown: string): string {
  const heading = /^\s*#[ \t]+(.+)\n?/.exec(markdown);
  const body = heading ? markdown.slice(heading[0].length) : markdown;
  // HTML in it is shown as text, and only links to pages and mailboxes work: the library's default.
  return plainPage(heading?.[1]?.trim() ?? operatorPages[name], linksFrom(name), micromark(body));
}

const filled = (markdown: string, { publicUrl, supportEmail }: Settings): string =>
  markdown
    .replaceAll('{SITE}', new URL(publicUrl).host)
    .replaceAll('{PUBLIC_URL}', publicUrl)
    .replaceAll('{SUPPORT_EMAIL}', supportEmail);

/** Links to the landing page and the other pages. */
function linksFrom(own: OperatorPage): string {
  const others = operatorPageNames.map((name) =>
    name === own
      ? `<span aria-current="page">${operatorPages[name]}</span>`
      : `<a href="/${name}">${operatorPages[name]}</a>`,
  );
  return `<nav><a href="/">Home</a> ${others.join(' ')}</nav>`;
}
