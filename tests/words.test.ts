import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { rawOperations } from '#server/http/raw-operations.ts';

const root = join(import.meta.dirname, '..');

/** Files with the texts of screens, errors and emails. */
const readByPeople = [
  'src/web/**/*.{ts,tsx}',
  'src/contract/errors.ts',
  'src/server/identity/emails/*.ts',
  'src/server/http/{mailbox-page,test-checkout-html}.ts',
  'src/server/operation/admin/test-kit.ts',
  'samples/pages/*.md',
];

/** Read by operators, newcomers and contributors. docs/style.md is exempt, because it names the forbidden words. */
const documents = [
  '{README,ARCHITECTURE,CONTRIBUTING,SECURITY,CHANGELOG}.md',
  'docs/{operations,look,mutation}.md',
  'docs/decisions/*.md',
  'docs/{cluster,proxies}/*',
  'docs/monitoring/alerts.yml',
  'docs/earshot.service',
  'tools/README.md',
  '.env.example',
];

/** The words in code ticks of the right column of the glossary. */
function forbiddenWords(): RegExp[] {
  const style = readFileSync(join(root, 'docs/style.md'), 'utf8');
  const [, glossary = ''] = style.split('## Glossary');
  const [words = ''] = glossary.split('House words');
  return words
    .split('\n')
    .map((line) => line.split('|')[2] ?? '')
    .flatMap((not) => [...not.matchAll(/`([^`]+)`/g)])
    .map(([, word = '']) => new RegExp(word.startsWith('[') ? word : `\\b${word}\\b`, 'i'));
}

/** A source without its comments and imports, which say nothing to a reader of the screen. */
const spoken = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^(import|export) .*from .*$/gm, '');

/** A document without code blocks, inline code and link targets. Inline code may break across lines. */
const prose = (document: string): string =>
  document
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`(?:[^`\n]|\n(?!\n))*`/g, '')
    .replace(/\]\([^)]*\)/g, ']');

const forbiddenIn = (text: string): string[] =>
  forbiddenWords()
    .filter((word) => word.test(text))
    .map(String);

const found = (source: string): string[] => forbiddenIn(spoken(source));

test('no screen, error or email uses a word that the glossary forbids', () => {
  const files = globSync(readByPeople, { cwd: root }).filter((file) => !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(200);
  const wrong = files.flatMap((file) =>
    found(readFileSync(join(root, file), 'utf8')).map((word) => `${file}: ${word}`),
  );
  expect(wrong).toEqual([]);
});

test('no document for operators and contributors uses a word that the glossary forbids', () => {
  const files = globSync(documents, { cwd: root });
  expect(files.length).toBeGreaterThan(17);
  const wrong = files.flatMap((file) =>
    forbiddenIn(prose(readFileSync(join(root, file), 'utf8'))).map((word) => `${file}: ${word}`),
  );
  expect(wrong).toEqual([]);
});

test('no summary of the API description uses a word that the glossary forbids', () => {
  const calls = Object.values(api).flatMap((concept) => Object.entries(concept));
  expect(calls.length).toBeGreaterThan(100);
  const described = [...calls, ...rawOperations.map((operation) => [operation.name, operation] as const)];
  const wrong = described.flatMap(([name, { summary }]) =>
    forbiddenIn(summary).map((word) => `${name}: ${word}`),
  );
  expect(wrong).toEqual([]);
});

/** Texts of the specification with a straight apostrophe; they stay to the letter. */
const specified = [
  ...readFileSync(join(root, 'tests/support/screens/specification-strings.txt'), 'utf8').split('\n'),
  "I'd skip here",
];
const straight = /[a-z]'(?:s|t|ll|re|ve|d|m)\b/gi;

/** Words with a straight apostrophe that no text of the specification has. */
const straightApostrophes = (text: string): string[] =>
  [...spoken(text).matchAll(/\b[a-z]+'[a-z]+\b[^'"<\n]*/gi)]
    .map(([words]) => words)
    .filter((words) => words.match(straight) !== null)
    .filter((words) => !specified.some((one) => one.includes(words.slice(0, 14))));

test('no screen, error or email has a straight apostrophe', () => {
  const files = globSync(readByPeople, { cwd: root }).filter((file) => !/\.test\.|\/gallery\//.test(file));
  const wrong = files.flatMap((file) =>
    straightApostrophes(readFileSync(join(root, file), 'utf8')).map((words) => `${file}: ${words}`),
  );
  expect(wrong).toEqual([]);
});

test('a planted straight apostrophe is found, unless the specification has it', () => {
  expect(straightApostrophes("<p>It doesn't load</p>")).toEqual(["doesn't load"]);
  expect(straightApostrophes("<p>You've already reviewed this track.</p>")).toEqual([]);
  expect(straightApostrophes("// the track's row")).toEqual([]);
});

test('a planted word is found in a text, but not in a comment', () => {
  expect(found('<p>Your e-mail address</p>')).toEqual([String(/\be-mail\b/i)]);
  expect(found('<p>{share} %</p>')).toEqual([String(/[0-9}] %/i)]);
  expect(found('// an e-mail\nconst title = "Email";')).toEqual([]);
  expect(forbiddenWords().length).toBeGreaterThan(10);
});

test('a planted word is found in the prose of a document, but not in its code or links', () => {
  const whoever = [String(/\bwhoever\b/i)];
  expect(forbiddenIn(prose('Whoever asks gets 404.'))).toEqual(whoever);
  expect(forbiddenIn(prose('`npm start`, whoever runs\n`npm test`'))).toEqual(whoever);
  expect(forbiddenIn(prose('```sh\nwhoever\n```\n`select\nwhoever` [it](docs/whoever.md)'))).toEqual([]);
});
