import { expect, it } from 'vitest';
import { playbackLinkSeconds } from '#contract/business-rules.ts';
import { isStale } from './fetched-link.ts';

const link = { url: '/api/audio/x', at: 1_000_000_000 };
const after = (seconds: number) => isStale(link, link.at + seconds * 1000);

it('a fetched link is fresh for slightly less than its lifetime', () => {
  expect([after(0), after(playbackLinkSeconds - 20), after(playbackLinkSeconds - 5)]).toEqual([
    false,
    false,
    true,
  ]);
});

it('a fetched link is not used if the clock was set back', () => {
  expect(after(-60)).toBe(true);
});
