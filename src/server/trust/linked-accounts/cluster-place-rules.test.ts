import { expect, test } from 'vitest';
import { joinedByPlace, type Place } from './cluster-place-rules.ts';

const network = (mark: string, ...userIds: string[]): Place[] =>
  userIds.map((userId) => ({ userId, kind: 'network', mark }));
const one = ['a1', 'a2', 'a3', 'a4'];
const other = ['b1', 'b2'];
const join = (places: Place[], decided: ReadonlyMap<string, string> = new Map(), clusters = [one, other]) =>
  joinedByPlace(clusters, places, decided);

test('clusters without a common place stay separate, and places of other accounts are ignored', () => {
  expect(join([])).toEqual([one, other]);
  expect(join([...network('x', ...one, 'stranger'), ...network('y', ...other, 'stranger')])).toEqual([
    one,
    other,
  ]);
});

test('one mark of two kinds counts as two places', () => {
  const domain = other.map((userId) => ({ userId, kind: 'domain', mark: 'x' }));
  expect(join([...network('x', ...one), ...domain])).toEqual([one, other]);
});

test('half the members of each cluster is enough to merge, one less in either is not', () => {
  expect(join(network('x', 'a1', 'a2', 'b1'))).toEqual([[...one, ...other]]);
  expect(join(network('x', 'a1', 'b1', 'b2'))).toEqual([one, other]);
  const three = ['b1', 'b2', 'b3'];
  expect(join(network('x', ...one, 'b1'), new Map(), [one, three])).toEqual([one, three]);
  expect(join(network('x', ...one, 'b1', 'b2'), new Map(), [one, three])).toEqual([[...one, ...three]]);
});

test('the half can be spread over several places, and an account at two of them counts once', () => {
  expect(join([...network('x', 'a1', 'b1'), ...network('y', 'a2', 'b1')])).toEqual([[...one, ...other]]);
  expect(join([...network('x', 'a1', 'b1'), ...network('y', 'a1', 'b2')])).toEqual([one, other]);
});

test('three clusters in a chain merge, in any order', () => {
  const third = ['c1'];
  const places = [...network('y', 'b1', 'c1'), ...network('x', 'a1', 'a2', 'b2')];
  expect(join(places, new Map(), [one, other, third])).toEqual([[...one, ...other, ...third]]);
  expect(join(places, new Map(), [third, one, other])).toEqual([[...third, ...one, ...other]]);
});

test('a place shared by 64 clusters counts, one shared by 65 does not', () => {
  const shared = (count: number) => {
    const clusters = Array.from({ length: count }, (_, at) => [`u${at}`]);
    return join(network('x', ...clusters.flat(), 'stranger'), new Map(), clusters).length;
  };
  expect(shared(64)).toBe(1);
  expect(shared(65)).toBe(65);
});

test('an undecided cluster does not merge with a decided one by place; two of one decision do', () => {
  const everywhere = network('x', ...one, ...other);
  const decided = (...userIds: string[]) => new Map(userIds.map((id) => [id, 'cluster']));
  expect(join(everywhere, decided(...one))).toEqual([one, other]);
  expect(join(everywhere, decided(...one, ...other))).toEqual([[...one, ...other]]);
  // Half of the members make it the decided one, fewer make it neither.
  expect(join(everywhere, decided('a1', 'a2', 'b1'))).toEqual([[...one, ...other]]);
  expect(join(everywhere, decided('a1', 'b1'))).toEqual([one, other]);
  expect(join(everywhere, decided('a1'))).toEqual([one, other]);
});

test('if two decisions apply, the one with more members counts', () => {
  const decided = new Map([
    ['a1', 'small'],
    ['a2', 'large'],
    ['a3', 'large'],
    ['b1', 'large'],
    ['b2', 'large'],
  ]);
  expect(join(network('x', ...one, ...other), decided)).toEqual([[...one, ...other]]);
});
