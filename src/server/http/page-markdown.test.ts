import { expect, test } from 'vitest';
import { renderMarkdown } from './page-markdown.ts';

test('HTML in a page is shown as text and never becomes part of it', () => {
  expect(renderMarkdown('<script>alert(1)</script> & "so"')).toBe(
    '<p>&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;so&#34;</p>',
  );
  expect(renderMarkdown('# <img src=x onerror=alert(1)>')).not.toContain('<img');
  expect(renderMarkdown('- **<b onclick=x>**')).not.toContain('<b ');
});

test('only links to pages and mailboxes become links', () => {
  for (const target of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//other.example',
    'JaVaScRiPt:x',
    'terms',
  ])
    expect(renderMarkdown(`[here](${target})`)).not.toContain('<a');
  for (const target of ['https://a.example/b?c=1', 'mailto:a@b.example', '/privacy', '#top'])
    expect(renderMarkdown(`[here](${target})`)).toContain(`<a href="${target}">here</a>`);
  expect(renderMarkdown('[a](https://a.example/"onmouseover="x)')).not.toContain('"onmouseover');
});

test('headings, paragraphs, lists and quotes are drawn', () => {
  expect(renderMarkdown('# Terms\nOne\ntwo\n\nthree\\\nfour')).toBe(
    '<h1>Terms</h1>\n<p>One\ntwo</p>\n<p>three<br>\nfour</p>',
  );
  expect(renderMarkdown('Before\n- a\n- b\n  goes on')).toBe(
    '<p>Before</p>\n<ul><li>a</li><li>b\ngoes on</li></ul>',
  );
  expect(renderMarkdown('1. a\n2) b')).toBe('<ol><li>a</li><li>b</li></ol>');
  expect(renderMarkdown('> **Note**: *so*\n> it is')).toBe(
    '<blockquote><strong>Note</strong>: <em>so</em>\nit is</blockquote>',
  );
});

test('signs that mean nothing here stay as they are', () => {
  expect(renderMarkdown('2 * 3 * 4')).toBe('<p>2 * 3 * 4</p>');
  expect(renderMarkdown('#tag and [a] and (b)')).toBe('<p>#tag and [a] and (b)</p>');
  expect(renderMarkdown('\r\n\r\n')).toBe('');
});

test('a long page of unfinished signs is drawn in a moment', () => {
  const before = performance.now();
  renderMarkdown(`${'['.repeat(50_000)}${'*'.repeat(50_000)}${'> '.repeat(200)}`);
  expect(performance.now() - before).toBeLessThan(500);
});
