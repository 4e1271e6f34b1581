import { expect, it } from 'vitest';
import { leaseEnd, reportedLeaseEnd } from './lease-end.ts';

const lease = { leaseMinutes: 20 };
const at = (time: string) => new Date(`2026-11-24T${time}Z`);

it('a served track gets its full lease to the millisecond', () => {
  expect(leaseEnd(lease, at('10:00:30.123'))).toEqual(at('10:20:30.123'));
});

it.each([
  ['10:00:00.000', '10:20:00.000'],
  ['10:00:00.001', '10:21:00.000'],
  ['10:00:59.999', '10:21:00.000'],
  ['10:01:00.000', '10:21:00.000'],
])('a report at %s extends the lease until %s, like others in that minute', (now, end) => {
  expect(reportedLeaseEnd(lease, at(now))).toEqual(at(end));
});
