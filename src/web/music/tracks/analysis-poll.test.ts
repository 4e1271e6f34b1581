import { expect, it } from 'vitest';
import { analysisPollMilliseconds } from './analysis-poll.ts';

const now = new Date('2026-03-01T12:00:00Z');
const fresh = { peaks: null, status: 'active', createdAt: '2026-03-01T11:59:30Z' } as const;

it('polling stops once every track has its waveform', () => {
  expect(analysisPollMilliseconds([], now)).toBe(false);
  expect(analysisPollMilliseconds([{ ...fresh, peaks: 'AAAA' }], now)).toBe(false);
});

it('a track whose analysis takes over two minutes, or that was deleted, is not polled', () => {
  expect(analysisPollMilliseconds([{ ...fresh, createdAt: '2026-03-01T11:57:00Z' }], now)).toBe(false);
  expect(analysisPollMilliseconds([{ ...fresh, status: 'deleted' }], now)).toBe(false);
});

it('a new track without a waveform is polled every two seconds', () => {
  expect(analysisPollMilliseconds([fresh], now)).toBe(2000);
});
