import { expect, test } from 'vitest';
import { aboutWhen } from './coming-text.ts';

const now = new Date(2030, 4, 15, 12);
const after = (hours: number) => aboutWhen(new Date(now.getTime() + hours * 3_600_000).toISOString(), now);

test('the time is shown in hours for today, as a weekday within a week, and in weeks beyond', () => {
  expect(after(-1)).toBe('within the hour');
  expect(after(1)).toBe('within the hour');
  expect(after(1.2)).toBe('in about 1 h');
  expect(after(24)).toBe('in about 24 h');
  expect(after(25)).toBe('about Thursday');
  expect(after(6 * 24)).toBe('about Tuesday');
  expect(after(7 * 24)).toBe('in about a week');
  expect(after(14 * 24)).toBe('in about 2 weeks');
});
