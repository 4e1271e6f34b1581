import { expect, test } from 'vitest';
import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { linksOf } from './cluster-link-rules.ts';

/** Links as 'text abc': a, b and c share it. */
const links = (marks: readonly string[], acts: readonly string[]) =>
  linksOf(
    marks.flatMap((line) => {
      const [people = '', kind = '', ...mark] = line.split(' ');
      return [...people].map((userId) => ({ userId, kind: kind as RelationKind, mark: mark.join(' ') }));
    }),
    acts.map((line) => {
      const [userId = '', otherId = '', kind = ''] = line.split(' ');
      return { userId, otherId, kind: kind as RelationKind };
    }),
  ).map(({ kind, userIds }) => `${kind} ${userIds.join('')}`);

test('a mark of a single account is not evidence, and the most shared evidence comes first', () => {
  expect(links(['a device x', 'ab device y', 'abc mailbox m'], [])).toEqual(['mailbox abc', 'device ab']);
});

test('one network on several days is one piece of evidence', () => {
  expect(links(['ab network n 2026-03-01', 'c network n 2026-03-02', 'c network m 2026-03-01'], [])).toEqual([
    'network abc',
  ]);
  expect(links(['ab network n1 2026-03-01', 'c network n2 2026-03-01'], [])).toEqual(['network ab']);
});

test('up to 300 pieces of evidence are shown for a large ring', () => {
  const shared = Array.from({ length: 301 }, (_, at) => `ab mailbox m${at}`);
  expect(links(shared.slice(0, 299), [])).toHaveLength(299);
  expect(links(shared, [])).toHaveLength(300);
});

test('pairs with a common member form one group for each kind of evidence', () => {
  expect(links([], ['a b text', 'c d text', 'b a text'])).toEqual(['text ab', 'text cd']);
  expect(links([], ['a b text', 'c d text', 'd b text', 'a b moments'])).toEqual(['text abcd', 'moments ab']);
});
