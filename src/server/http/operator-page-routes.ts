import type { FastifyInstance } from 'fastify';
import { type OperatorPage, operatorPages } from '#contract/page-paths.ts';
import type { Dependencies } from '../dependencies.ts';
import { operatorPageNames, readOperatorPage } from '../operator-pages.ts';
import { renderMarkdown } from './page-markdown.ts';
import { plainPage, plainPageHeaders } from './plain-page.ts';

type Settings = Pick<Dependencies['config'], 'dataDirectory' | 'publicUrl' | 'supportEmail'>;

const headers = plainPageHeaders("'none'");

/** Terms, privacy and contact: read at each request, so that a change of the operator is seen at once. */
export function serveOperatorPages(app: FastifyInstance, { config }: Pick<Dependencies, 'config'>): void {
  for (const name of operatorPageNames) {
    app.get(`/${name}`, async (_request, reply) => {
      const html = await drawPage(name, config);
      return reply.headers(headers).type('text/html; charset=utf-8').send(html);
    });
  }
}

async function drawPage(name: OperatorPage, settings: Settings): Promise<string> {
  const markdown = filled(await readOperatorPage(settings.dataDirectory, name), settings);
  const heading = /^\s*#[ \t]+(.+)\n?/.exec(markdown);
  const body = heading ? markdown.slice(heading[0].length) : markdown;
  return plainPage(heading?.[1]?.trim() ?? operatorPages[name], linksFrom(name), renderMarkdown(body));
}

const filled = (markdown: string, { publicUrl, supportEmail }: Settings): string =>
  markdown
    .replaceAll('{SITE}', new URL(publicUrl).host)
    .replaceAll('{PUBLIC_URL}', publicUrl)
    .replaceAll('{SUPPORT_EMAIL}', supportEmail);

/** To the front door and to the other pages. */
function linksFrom(own: OperatorPage): string {
  const others = operatorPageNames.map((name) =>
    name === own
      ? `<span aria-current="page">${operatorPages[name]}</span>`
      : `<a href="/${name}">${operatorPages[name]}</a>`,
  );
  return `<nav><a href="/">Home</a> ${others.join(' ')}</nav>`;
}
