import type { Client } from 'pg';
import { type Finding, green, red, yellow } from './finding.ts';

/** Stripe's signatures are read with this machine's clock and hold five minutes, those of S3 fifteen. */
const tooFarSeconds = 60;
const noticeableSeconds = 2;

/** Compares this machine's clock with the database's, which decides everything in Earshot. */
export async function checkClock(database: Client): Promise<Finding> {
  const asked = Date.now();
  const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now');
  const here = (asked + Date.now()) / 2;
  const [row] = rows;
  return clockFinding(row ? (row.now.getTime() - here) / 1000 : 0);
}

/** For a database that is so many seconds ahead of this machine. */
export function clockFinding(aheadSeconds: number): Finding {
  const difference = Math.abs(aheadSeconds);
  if (difference < noticeableSeconds) return green('clock', "This machine's clock is the database's.");
  const direction = aheadSeconds > 0 ? 'behind' : 'ahead of';
  const text = `This machine's clock is ${Math.round(difference)} s ${direction} the database's.`;
  const cure = 'Let both follow a time server (timedatectl set-ntp true).';
  return difference < tooFarSeconds ? yellow('clock', text, cure) : red('clock', text, cure);
}
