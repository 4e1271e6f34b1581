import type { Client } from 'pg';
import { type Finding, green, red, yellow } from './finding.ts';

/**
 * This machine's clock checks Stripe's signatures, valid for five minutes, and signs S3 requests, valid for fifteen.
 */
const tooFarSeconds = 60;
const noticeableSeconds = 2;

/** Compares this machine's clock with the database's, which Earshot relies on. */
export async function checkClock(database: Client): Promise<Finding> {
  const asked = Date.now();
  const { rows } = await database.query<{ now: Date }>('select clock_timestamp() as now');
  const here = (asked + Date.now()) / 2;
  const [row] = rows;
  return clockFinding(row ? (row.now.getTime() - here) / 1000 : 0);
}

/** @param aheadSeconds how far the database is ahead of this machine */
export function clockFinding(aheadSeconds: number): Finding {
  const difference = Math.abs(aheadSeconds);
  if (difference < noticeableSeconds) return green('clock', "This machine's clock matches the database's.");
  const direction = aheadSeconds > 0 ? 'behind' : 'ahead of';
  const text = `This machine's clock is ${Math.round(difference)} s ${direction} the database's.`;
  const cure = 'Synchronize both with a time server (timedatectl set-ntp true).';
  return difference < tooFarSeconds ? yellow('clock', text, cure) : red('clock', text, cure);
}
