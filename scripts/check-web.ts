import './check-node.ts';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockedWord } from './blocked-names.ts';
import { buildWeb } from './build-web.ts';
import { newerInScript, newerInStyles } from './newer-features.ts';

/** Newer than the oldest supported browsers, and fine without. */
const fineWithout: Readonly<Record<string, string>> = {
  'Element.prototype.checkVisibility': 'React Aria checks for it',
  'Element.prototype.startViewTransition': 'React and the router check for it; we have no view transitions',
  navigation: 'React checks for it',
  'Iterator.prototype.take': 'a method of our own piece of a master',
  'SVGTextPathElement.prototype.side': 'a method of our own pair of versions',
  '@property': 'Tailwind sets the initial values where it is missing',
  'forced-color-adjust': 'only browsers with forced colors need it',
  'scrollbar-color': 'the scrollbar has the colors of the system',
  'scrollbar-gutter': 'pages move sideways when they become longer than the window',
  'text-wrap': 'lines break anywhere',
  ':has(.demo)': 'the demo is not larger on a projector',
  ':has(#content)': 'the whole page is printed',
  ':has(.skeleton)': 'the footer is visible while a page loads',
  ':has([data-docked])': 'focus may lie under the docked player',
  ':has(:focus-visible)': 'another rule outlines the label',
  ':has(:is(button))': 'buttons in tables on phones are at the start of the line',
  ':has(>div[style*=width].h-full)': 'a bar has no outline in forced colors',
};

await buildWeb();
const web = join(import.meta.dirname, '../dist/web');
const problems: string[] = [];
const unused = new Set(Object.keys(fineWithout));
for (const file of globSync('**/*.*', { cwd: web })) {
  const word = file.startsWith('licenses') ? null : blockedWord(file);
  // Only the previews of links in other programs load this picture.
  if (word !== null && file !== 'share.jpg')
    problems.push(`${file}: content blockers may block this name because of "${word}".`);
  const read = { js: newerInScript, css: newerInStyles }[file.split('.').at(-1) ?? ''];
  for (const feature of read?.(readFileSync(join(web, file), 'utf8')) ?? []) {
    unused.delete(feature);
    if (!(feature in fineWithout))
      problems.push(`${file}: not every supported browser has ${feature} (scripts/supported-browsers.ts).`);
  }
}
for (const feature of unused)
  problems.push(`The built web no longer has ${feature}: remove it from check-web.ts.`);
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exit(1);
}
process.stdout.write('The supported browsers and content blockers accept everything in the built web.\n');
