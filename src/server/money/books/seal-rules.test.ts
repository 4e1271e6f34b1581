import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { brokenSeal, checkChain, type SealStatement, sha256, writeSeal } from './seal-rules.ts';

const { privateKey: key } = generateKeyPairSync('ed25519');
const { privateKey: otherKey } = generateKeyPairSync('ed25519');

const statement = (over: Partial<SealStatement> = {}): SealStatement => ({
  number: 1,
  lastEntry: 10,
  entries: 9,
  digest: 'digest 1',
  sealedAt: '2026-03-01T12:00:00.000Z',
  previous: null,
  restartedBecause: null,
  ...over,
});

/** Seals that each name the one before, except for what is changed. */
function chainOf(...changes: Partial<SealStatement>[]): string[] {
  const texts: string[] = [];
  for (const [i, change] of changes.entries()) {
    const before = texts.at(-1);
    const previous = before === undefined ? null : sha256(before);
    texts.push(writeSeal(statement({ number: i + 1, digest: `digest ${i + 1}`, previous, ...change }), key));
  }
  return texts;
}
const numbers = (texts: readonly string[]) => checkChain(texts, key, undefined).seals.map((s) => s.number);
const findings = (texts: readonly string[], recorded?: { number: number; digest: string }) =>
  checkChain(texts, key, recorded).findings;

const notOurs = (file: number) => ({
  rule: 'A12',
  subject: `seal file ${file}`,
  detail: 'is not a seal of this server',
});
const outOfOrder = (number: number) => ({
  rule: 'A12',
  subject: `seal ${number}`,
  detail: 'does not follow the seal before it',
});
const gone = (number: number) => ({
  rule: 'A12',
  subject: `seal ${number}`,
  detail: 'is gone or another than the database remembers',
});

test('a digest is SHA-256 in hexadecimal', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a seal is stored as readable JSON with all its fields and a signature', () => {
  const text = writeSeal(statement(), key);
  const { signature, ...seal } = JSON.parse(text);
  expect(seal).toEqual(statement());
  expect(signature).toMatch(/^[\w-]{86}$/);
  expect(text).toMatch(/^\{\n {2}"number": 1,\n.*\n\}\n$/s);
});

describe('a chain of seals is valid', () => {
  test('without any seals', () => {
    expect(checkChain([], key, undefined)).toEqual({ seals: [], findings: [] });
  });

  test('if each seal after the first names the previous one', () => {
    const chain = checkChain(chainOf({}, {}, {}), key, { number: 3, digest: 'digest 3' });
    expect(chain.findings).toEqual([]);
    expect(chain.seals.map(({ digest }) => digest)).toEqual(['digest 1', 'digest 2', 'digest 3']);
  });

  test('with the fields of a file in any order', () => {
    const [text = ''] = chainOf({});
    const turned = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse()));
    expect(numbers([turned])).toEqual([1]);
  });

  test('from a restart on, whatever comes before it', () => {
    const restart = { number: 4, restartedBecause: 'The disk was lost.' };
    expect(numbers(['nonsense', ...chainOf({}, restart, { number: 5 })])).toEqual([4, 5]);
    expect(findings(['nonsense', ...chainOf({}, restart, { number: 5 })])).toEqual([]);
  });

  test('from the last of two restarts on', () => {
    const texts = chainOf({ restartedBecause: 'One.' }, {}, { restartedBecause: 'Two.' }, {});
    expect(numbers(texts)).toEqual([3, 4]);
  });
});

describe('a chain of seals is not valid', () => {
  test.each([
    ['a text that is not JSON', 'nonsense'],
    ['JSON that is not a seal', '{}'],
    ['a seal with another key', writeSeal(statement(), otherKey)],
    ['a seal with a changed field', writeSeal(statement(), key).replace('"entries": 9', '"entries": 8')],
    ['a seal with an extra field', writeSeal(statement(), key).replace('{', '{ "more": 1,')],
    ['a seal without its signature', JSON.stringify(statement())],
    ['number 0', writeSeal(statement(), key).replace('"number": 1', '"number": 0')],
  ])('%s', (_what, text) => {
    expect(checkChain([text], key, undefined)).toEqual({ seals: [], findings: [notOurs(1)] });
  });

  test('after an invalid seal', () => {
    const [first = '', second = '', third = ''] = chainOf({}, {}, {});
    const chain = checkChain([first, second.replace('digest 2', 'digest x'), third], key, undefined);
    expect(chain.seals.map(({ number }) => number)).toEqual([1]);
    expect(chain.findings).toEqual([notOurs(2)]);
  });

  test('if a number is missing or repeated', () => {
    expect(findings(chainOf({}, { number: 3 }))).toEqual([outOfOrder(3)]);
    expect(findings(chainOf({}, { number: 1 }))).toEqual([outOfOrder(1)]);
  });

  test('if a seal does not name the previous one', () => {
    expect(findings(chainOf({}, { previous: null }))).toEqual([outOfOrder(2)]);
    expect(findings(chainOf({}, {}, { previous: sha256('nonsense') }))).toEqual([outOfOrder(3)]);
  });

  test('if the first one names a previous one: the beginning was deleted', () => {
    expect(findings(chainOf({}, {}).slice(1))).toEqual([outOfOrder(2)]);
    expect(numbers(chainOf({}, {}).slice(1))).toEqual([]);
  });
});

describe('the seal stored in the database', () => {
  test('is reported missing if its file is gone', () => {
    expect(findings(chainOf({}), { number: 2, digest: 'digest 2' })).toEqual([gone(2)]);
    expect(findings([], { number: 1, digest: 'digest 1' })).toEqual([gone(1)]);
  });

  test('is reported missing if its file has another digest, even for the first seal', () => {
    expect(findings(chainOf({}, {}), { number: 2, digest: 'another' })).toEqual([gone(2)]);
    expect(findings(chainOf({}), { number: 1, digest: 'another' })).toEqual([gone(1)]);
  });

  test('is ignored if sealing has been restarted since', () => {
    const texts = chainOf({}, { number: 5, restartedBecause: 'The disk was lost.' });
    expect(findings(texts, { number: 4, digest: 'digest 4' })).toEqual([]);
    expect(findings(texts, { number: 5, digest: 'another' })).toEqual([gone(5)]);
  });
});

test('a ledger that differs from a seal is distinguished from one with missing entries', () => {
  const seal = statement({ number: 7 });
  expect(brokenSeal(seal, 9)).toEqual({
    rule: 'A12',
    subject: 'seal 7',
    detail: 'the 9 entries up to 10 differ from 2026-03-01T12:00:00.000Z',
  });
  expect(brokenSeal(seal, 8).detail).toBe(
    'of the 9 entries that were there at 2026-03-01T12:00:00.000Z, 8 are there',
  );
});
