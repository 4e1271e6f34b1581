import { escapeHtml } from '../escape-html.ts';

/**
 * A small part of Markdown as HTML: headings, paragraphs, lists, quotes, bold, italic and links. Everything else is text. HTML in it
 * is shown as it was written and never becomes part of the page.
 */
export function renderMarkdown(markdown: string): string {
  const blocks = markdown
    .replaceAll('\r\n', '\n')
    .split(/\n(?:[ \t]*\n)+/)
    .flatMap(apartFromHeadings);
  return blocks.map(renderBlock).join('\n');
}

/** A heading ends with its line, also where no empty line follows. */
function apartFromHeadings(block: string): string[] {
  const lines = block.split('\n').filter((line) => line.trim() !== '');
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (!last || isHeading(line) || isHeading(last[0] ?? '') || beginsList(line, last)) groups.push([line]);
    else last.push(line);
  }
  return groups.map((group) => group.join('\n'));
}

const headingForm = /^(#{1,3})[ \t]+(.+?)[ \t]*#*$/;
const bulletForm = /^[-*][ \t]+/;
const numberForm = /^\d{1,3}[.)][ \t]+/;

const isHeading = (line: string): boolean => headingForm.test(line);
const isItem = (line: string): boolean => bulletForm.test(line) || numberForm.test(line);
const beginsList = (line: string, [first = '']: readonly string[]): boolean => isItem(line) && !isItem(first);

function renderBlock(block: string): string {
  const heading = headingForm.exec(block);
  if (heading) {
    const level = heading[1]?.length ?? 1;
    return `<h${level}>${renderLine(heading[2] ?? '')}</h${level}>`;
  }
  if (bulletForm.test(block)) return renderList('ul', block, bulletForm);
  if (numberForm.test(block)) return renderList('ol', block, numberForm);
  if (block.startsWith('>'))
    return `<blockquote>${renderLines(block.replaceAll(/^>[ \t]*/gm, ''))}</blockquote>`;
  return `<p>${renderLines(block)}</p>`;
}

/** A line without a mark of its own goes on with the item before it. */
function renderList(tag: 'ul' | 'ol', block: string, mark: RegExp): string {
  const items: string[] = [];
  for (const line of block.split('\n')) {
    if (mark.test(line)) items.push(line.replace(mark, ''));
    else items.push(`${items.pop() ?? ''}\n${line.trim()}`);
  }
  return `<${tag}>${items.map((item) => `<li>${renderLines(item)}</li>`).join('')}</${tag}>`;
}

/** A backslash at its end, or two blanks, break a line; otherwise lines flow. */
const renderLines = (text: string): string => renderLine(text).replaceAll(/(?:\\| {2})\n/g, '<br>\n');

const inline =
  /\*\*(?<bold>[^*\n]+)\*\*|\*(?<italic>[^*\s](?:[^*\n]*[^*\s])?)\*|\[(?<label>[^[\]\n]{1,300})\]\((?<target>[^\s()]{1,500})\)/g;
/** Nothing else becomes a link: no script, no data. */
const safeTarget = /^(?:https?:\/\/|mailto:|\/(?!\/)|#)/i;

function renderLine(text: string): string {
  let html = '';
  let at = 0;
  for (const found of text.matchAll(inline)) {
    html += escapeHtml(text.slice(at, found.index)) + renderFound(found);
    at = found.index + found[0].length;
  }
  return html + escapeHtml(text.slice(at));
}

function renderFound({ 0: all, groups = {} }: RegExpExecArray): string {
  const { bold, italic, label, target } = groups;
  if (bold !== undefined) return `<strong>${escapeHtml(bold)}</strong>`;
  if (italic !== undefined) return `<em>${escapeHtml(italic)}</em>`;
  if (label === undefined || target === undefined || !safeTarget.test(target)) return escapeHtml(all);
  return `<a href="${escapeHtml(target)}">${escapeHtml(label)}</a>`;
}
