import { expect, test } from 'vitest';
import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { clustersAmong, matchClusters, type RelatedAct, type SharedMark } from './cluster-rules.ts';

/** People by letters, marks as 'ab device x': a and b have the device x. */
function found(marks: readonly string[], acts: readonly string[] = []): string[] {
  const shared: SharedMark[] = marks.flatMap((line) => {
    const [people = '', kind = '', mark = ''] = line.split(' ');
    return [...people].map((userId) => ({ userId, kind: kind as RelationKind, mark }));
  });
  const related: RelatedAct[] = acts.map((line) => {
    const [userId = '', otherId = '', kind = ''] = line.split(' ');
    return { userId, otherId, kind: kind as RelationKind };
  });
  const people = new Set([...shared.map(({ userId }) => userId), ...related.map(({ userId }) => userId)]);
  return clustersAmong(people, shared, related)
    .map((members) => members.map(({ userId, kinds }) => `${userId}:${kinds.join('+')}`).join(' '))
    .toSorted();
}

test('one network, even with one domain, never forms a cluster', () => {
  expect(found(['abcdefgh network home'])).toEqual([]);
  expect(found(['abcdefgh network office', 'abcdefgh domain company', 'abcdefgh started block'])).toEqual([]);
  expect(found(['abcde script block', 'abcde started block'])).toHaveLength(1);
});

test('accounts without two kinds of evidence are left out', () => {
  expect(found(['abc mailbox m', 'ab network n'])).toEqual(['a:mailbox+network b:mailbox+network']);
  expect(found(['ab mailbox m', 'ab payee p', 'bc device d'])).toEqual(['a:mailbox+payee b:mailbox+payee']);
});

test('an account that is left out is no evidence against the others', () => {
  // c holds a and b together, and has nothing but the devices: without c, a and b share a network only.
  expect(found(['ac device x', 'bc device y', 'ab network n'])).toEqual([]);
});

test('a household of up to four is not a cluster, five accounts at one browser are', () => {
  expect(found(['abcd device tablet', 'abcd network home'])).toEqual([]);
  expect(found(['abcd device tablet', 'abcd network home', 'abcd domain family'])).toEqual([]);
  expect(found(['abcde device tablet', 'abcde network home'])).toHaveLength(1);
  expect(found(['abcd script home', 'abcd network home'])).toEqual([]);
  expect(found(['abcde script home', 'abcde network home'])).toHaveLength(1);
  expect(found(['ab device tablet', 'ab network home', 'ab mailbox one'])).toHaveLength(1);
});

test('two households are not a ring because of one similar text, but with texts on both sides they are', () => {
  const homes = ['ab device tablet', 'ab network home', 'cd device laptop', 'cd network flat'];
  expect(found(homes, ['a c text'])).toEqual([]);
  expect(found([...homes, 'ab payee p'], ['a c text'])).toEqual([]);
  expect(found(homes, ['a c text', 'b d text', 'c b text', 'd a text'])).toHaveLength(1);
  expect(found([...homes, 'abcd network office', 'abcd mailbox m'])).toHaveLength(1);
  // The same browser, and texts of each other: no home of strangers.
  expect(found(['abc device tablet', 'abc network home'], ['b a text', 'c a text'])).toHaveLength(1);
});

test.each(['device', 'script'])(
  'two couples at one %s each, linked by one account each, are not a ring',
  (browser) => {
    const couples = [`ab ${browser} x`, 'ab network home', `cd ${browser} y`, 'cd network flat'];
    expect(found([...couples, 'ac payee p'])).toEqual([]);
    // Each of the four has something in common with the other home.
    expect(found([`ab ${browser} x`, `cd ${browser} y`, 'ac payee p', 'bd payee q'])).toHaveLength(1);
  },
);

test('four accounts at one browser are a household, five are not', () => {
  const homes = (one: string, other: string) => [
    `${one} device x`,
    `${one} network home`,
    `${other} device y`,
    `${other} network flat`,
    'az payee p',
  ];
  expect(found(homes('abcd', 'wxyz'))).toEqual([]);
  expect(found(homes('abcde', 'vwxyz'))).toEqual([expect.stringMatching(/^a:.* b:.* y:.* z:/)]);
});

test('a payout destination shared by three of a household is evidence beside their browser', () => {
  const marks = ['abc device x', 'abc payee p', 'de device y', 'de network flat', 'ad payee q'];
  expect(found(marks)).toEqual(['a:device+payee b:device+payee c:device+payee']);
});

test('matching send times join two pairs; matching texts do so only if both sides copy', () => {
  const pairs = ['ab device x', 'ab mailbox m', 'cd device y', 'cd mailbox n'];
  const ring = (act: string) => found(pairs, act.split(', ')).length;
  expect(ring('a c moments')).toBe(1);
  expect(ring('a c moments, c a moments')).toBe(1);
  expect(ring('a c text')).toBe(2);
  // Who sends at the same times has copied nothing.
  expect(ring('a c text, c d moments')).toBe(2);
  expect(ring('a c text, c a text')).toBe(1);
  // A stranger whom nobody looks at holds no two together.
  expect(ring('a x moments, c x moments')).toBe(2);
});

test('two accounts of a household can share a payout destination, three cannot', () => {
  expect(found(['ab payee p', 'ab network home', 'ab device tablet'])).toEqual([]);
  expect(found(['abc payee p', 'abc network home'])).toHaveLength(1);
  expect(found(['ab payee p', 'ab network home', 'ab mailbox m'])).toHaveLength(1);
});

test('two rings do not merge because one copied from the other', () => {
  const rings = ['abc payee p', 'abc network n', 'def device d', 'def mailbox m'];
  expect(found(rings, ['a d text'])).toHaveLength(2);
  expect(found(rings, ['a d text', 'b e text', 'c f text'])).toHaveLength(2);
  expect(found(rings, ['a d text', 'd a text'])).toHaveLength(1);
  // A couple whose texts are copied by a ring is a household.
  expect(
    found(['abc payee p', 'abc network n', 'de device t', 'de network h'], ['a d text', 'b e text']),
  ).toHaveLength(1);
});

test('evidence of several kinds joins a chain into one cluster', () => {
  expect(found(['ab device x', 'bc payee p', 'cd mailbox m', 'abcd network n'])).toHaveLength(1);
  expect(found(['abc payee p', 'abc network n', 'def payee q', 'def network m'])).toHaveLength(2);
});

test('a school, a café and a mobile network are never clusters, whoever else uses them', () => {
  const pupils = 'abcdefghijklmnop';
  const school = [`${pupils} network school`, `${pupils} domain school`, `${pupils} typing pasted`];
  expect(found(school)).toEqual([]);
  // Four at a computer of the school, and brothers and sisters who share one at home.
  expect(found([...school, 'abcd device lab', 'ef device home', 'ef network flat'])).toEqual([]);
  const ring = ['uvwxy payee p', 'uvwxy mailbox m'];
  for (const place of ['café', 'carrier'])
    expect(found([...ring, `abcdefuvwxy network ${place}`, 'ab device tablet']).join()).toBe(
      'u:mailbox+network+payee v:mailbox+network+payee w:mailbox+network+payee x:mailbox+network+payee y:mailbox+network+payee',
    );
});

test('pasted texts join no accounts, but add to other evidence', () => {
  expect(found(['abcdefgh typing pasted', 'abcdefgh network office'])).toEqual([]);
  expect(found(['abc typing pasted'], ['a b text', 'b c text', 'c a text'])).toEqual([
    'a:text+typing b:text+typing c:text+typing',
  ]);
  // Who types is left out, and so is who pastes alone.
  expect(found(['ab typing pasted'], ['a b text', 'b a text', 'c a text'])).toEqual([
    'a:text+typing b:text+typing',
  ]);
  expect(found(['a typing pasted', 'b typing at_once'], ['a b text', 'b a text'])).toEqual([]);
});

test('a household that pastes is still a household, and pasting does not merge clusters', () => {
  expect(found(['abcd device tablet', 'abcd network home', 'abcd typing pasted'])).toEqual([]);
  expect(found(['ab payee p', 'ab network home', 'ab typing pasted'])).toEqual([]);
  const rings = ['abc payee p', 'abc mailbox m', 'def payee q', 'def mailbox n'];
  expect(found([...rings, 'abcdef typing pasted'])).toHaveLength(2);
});

test('a found cluster continues the known one with the most accounts in common', () => {
  const members = (ids: string) => [...ids].map((userId) => ({ userId, kinds: [] }));
  const known = [
    { id: 'one', userIds: ['a', 'b', 'c'] },
    { id: 'two', userIds: ['d', 'e'] },
  ];
  expect(matchClusters([members('abcde')], known)).toEqual(['one']);
  expect(matchClusters([members('ab'), members('cde')], known)).toEqual(['one', 'two']);
  expect(matchClusters([members('ab'), members('c')], known)).toEqual(['one', undefined]);
  expect(matchClusters([members('xy')], known)).toEqual([undefined]);
  // People of no known cluster count for none, however many they are.
  expect(matchClusters([members('xyza')], known)).toEqual(['one']);
  // The larger of two parts goes on with the known one, whichever is listed first.
  expect(matchClusters([members('c'), members('ab')], known)).toEqual([undefined, 'one']);
});
