import { expect, test } from 'vitest';
import { audacityLabels, reaperRegions } from './markers.ts';

const clusters = [
  { kind: 'skip', from: 75, to: 83, people: 6, heardBy: 20 },
  { kind: 'lost', from: 32, to: 40, people: 11, heardBy: 29 },
] as const;

test('for Reaper each moment is a numbered region with start, end and length in minutes and seconds', () =>
  expect(reaperRegions(clusters).split('\r\n')).toEqual([
    '#,Name,Start,End,Length',
    'R1,"Lost me: 11 of 29",0:32.000,0:40.000,0:08.000',
    'R2,"I\'d skip here: 6 of 20",1:15.000,1:23.000,0:08.000',
    '',
  ]));

test('for Audacity each moment is a line of start and end in seconds with six decimals, and a label, between tabs', () =>
  expect(audacityLabels(clusters)).toBe(
    "32.000000\t40.000000\tLost me: 11 of 29\n75.000000\t83.000000\tI'd skip here: 6 of 20\n",
  ));

test('moments beyond an hour keep their second', () => {
  const late = [{ kind: 'love', from: 3_725, to: 3_733, people: 9, heardBy: 9 }] as const;
  const [, start, end] = /,([\d:.]+),([\d:.]+),/.exec(reaperRegions(late)) ?? [];
  const seconds = (time = '') => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  expect([start, end].map(seconds)).toEqual([3_725, 3_733]);
  expect(audacityLabels(late)).toMatch(/^3725\.000000\t3733\.000000\t/);
});
