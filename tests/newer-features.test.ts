import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newerInScript, newerInStyles } from '../scripts/newer-features.ts';
import { supportedBrowsers } from '../scripts/supported-browsers.ts';

test.each([
  ['AbortSignal.any([one, two])', 'AbortSignal.any'],
  ['Promise.withResolvers()', 'Promise.withResolvers'],
  ['Array.fromAsync(rows)', 'Array.fromAsync'],
  ['Object.groupBy(rows, key)', 'Object.groupBy'],
  ['URL.canParse(text)', 'URL.canParse'],
  ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
  ['rows.toSorted()', 'Array.prototype.toSorted'],
  ['one.union(two)', 'Set.prototype.union'],
  ['text.isWellFormed()', 'String.prototype.isWellFormed'],
  ['rows.values().map(shown)', 'Iterator.prototype.map'],
  ['document.startViewTransition(change)', 'Document.prototype.startViewTransition'],
  ['panel.showPopover()', 'HTMLElement.prototype.showPopover'],
  ['requestIdleCallback(load)', 'requestIdleCallback'],
  ['window.requestIdleCallback(load)', 'requestIdleCallback'],
  ['scheduler.yield()', 'scheduler'],
  ['const search = new URLSearchParams(); if (search.size === 0) clear()', 'URLSearchParams.size'],
  ['const letters = /[\\p{L}--[a-z]]/v', 'regular expression flag v'],
  ['new RegExp("[a--b]", "gv")', 'regular expression flag v'],
  ['const word = /(?i:earshot)/', 'regular expression modifiers'],
  ['import rows from "./rows.json" with { type: "json" }', 'import attributes'],
])('a script that says %s is found', (code, feature) => {
  expect([...newerInScript(code)]).toContainEqual(expect.stringContaining(feature.split('.').at(-1) ?? ''));
});

test('what all supported browsers have, and what a script asks for before it calls it, is not found', () => {
  const code = `
    const kept = rows.map(shown).filter(Boolean).findLast(isOpen);
    Object.values(rows).map(shown);
    structuredClone(kept);
    AbortSignal.timeout(10);
    crypto.randomUUID();
    navigator.locks.request('name', call);
    if (typeof scheduler !== 'undefined') wait();
    document.startViewTransition?.(change);
    const word = /(?<=a)b(?:c|d)(?<name>e)/dgu;
  `;
  expect([...newerInScript(code)]).toEqual([]);
});

test.each([
  ['a{color:light-dark(red,blue)}', 'light-dark()'],
  ['a{color:color-mix(in oklab,red,blue)}', 'color-mix()'],
  ['a{text-wrap:balance}', 'text-wrap'],
  ['a{anchor-name:--menu}', 'anchor-name'],
  ['label:has(:checked){color:red}', ':has(:checked)'],
  ['body :not(main,:has(main)){color:red}', ':has(main)'],
  ['dialog:popover-open{color:red}', ':popover-open'],
  ['@property --angle{syntax:"<angle>";inherits:false;initial-value:0deg}', '@property'],
  ['@starting-style{a{opacity:0}}', '@starting-style'],
  ['nav{color:red;& a{color:blue}}', 'nesting'],
])('a style sheet that says %s is found', (css, feature) => {
  expect([...newerInStyles(css)]).toContain(feature);
});

test('a style sheet that all supported browsers understand is accepted', () => {
  const css =
    '@media (width>=64rem){.lg\\:flex:is(:hover,:focus-visible){display:flex;gap:1rem;height:100dvh;inset:0}}' +
    '@layer base{p::before{content:"{&:has(a)}"}}@container (width>1px){b{transform:rotate(1turn)}}';
  expect([...newerInStyles(css)]).toEqual([]);
});

test('the operator’s document and the notice to older browsers name the supported browsers', () => {
  for (const file of ['docs/operations.md', 'src/web/public/before-first-paint.js']) {
    const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8').replace(/'[\s+]+'/g, '');
    const { chrome, firefox, safari } = supportedBrowsers;
    for (const browser of [
      `Chrome or Edge ${chrome}`,
      `Firefox ${firefox}`,
      `Safari ${safari} (iOS ${safari})`,
    ])
      expect(text.includes(browser), `${file}: ${browser}`).toBe(true);
  }
});
