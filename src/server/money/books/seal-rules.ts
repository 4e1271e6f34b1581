import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { AuditFinding } from '#contract/money/books/books.ts';

/** A seal's statement about the ledger. */
const Statement = z.strictObject({
  number: z.int().positive(),
  /** The number of the last entry covered, and the count of entries covered from the first. */
  lastEntry: z.int().nonnegative(),
  entries: z.int().nonnegative(),
  /** SHA-256 of the lines of all these entries, in hex. */
  digest: z.string(),
  sealedAt: z.iso.datetime(),
  /** SHA-256 of the previous seal; null for the first. */
  previous: z.string().nullable(),
  /** Why sealing was restarted; earlier seals no longer apply. */
  restartedBecause: z.string().nullable(),
});
export type SealStatement = z.output<typeof Statement>;
const Written = z.strictObject({ ...Statement.shape, signature: z.string() });

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The signed bytes: the fields in a fixed order. */
const signedText = (seal: SealStatement): Buffer => Buffer.from(JSON.stringify(Statement.parse(seal)));

/** The stored form of a seal, signed with Ed25519. */
export function writeSeal(seal: SealStatement, key: KeyObject): string {
  const signature = sign(null, signedText(seal), key).toString('base64url');
  return `${JSON.stringify({ ...seal, signature }, null, 2)}\n`;
}

/** Parses a seal; undefined if it was not signed with this key. */
function readSeal(text: string, key: KeyObject): SealStatement | undefined {
  const written = Written.safeParse(jsonOf(text));
  if (!written.success) return undefined;
  const { signature, ...seal } = written.data;
  const isOurs = verify(null, signedText(seal), createPublicKey(key), Buffer.from(signature, 'base64url'));
  return isOurs ? seal : undefined;
}

const broken = (subject: string, detail: string): AuditFinding => ({ rule: 'A12', subject, detail });

/** The seals since sealing last started, or the findings that invalidate them. */
export interface SealChain {
  readonly seals: readonly SealStatement[];
  readonly findings: readonly AuditFinding[];
}

/**
 * Checks the seals themselves: signatures, numbers, links to the previous one, and that the one recorded in the
 * database exists. The ledger is compared with them separately.
 */
export function checkChain(
  texts: readonly string[],
  key: KeyObject,
  recorded: { readonly number: number; readonly digest: string } | undefined,
): SealChain {
  const read = texts.map((text) => ({ text, seal: readSeal(text, key) }));
  const start = Math.max(
    read.findLastIndex(({ seal }) => seal !== undefined && seal.restartedBecause !== null),
    0,
  );
  const seals: SealStatement[] = [];
  for (const [i, { seal }] of read.entries()) {
    if (i < start) continue;
    const before = read[i - 1];
    if (!seal) return { seals, findings: [broken(`seal file ${i + 1}`, 'is not a seal of this server')] };
    const isNext = i === start || seal.number === (before?.seal?.number ?? 0) + 1;
    const isChained =
      i === start ? i > 0 || seal.previous === null : seal.previous === sha256(before?.text ?? '');
    if (!isNext || !isChained) {
      return { seals, findings: [broken(`seal ${seal.number}`, 'does not follow the seal before it')] };
    }
    seals.push(seal);
  }
  const first = seals[0]?.number ?? 0;
  const kept = seals.find(({ number }) => number === recorded?.number);
  const isMissing = recorded && recorded.number >= first && kept?.digest !== recorded.digest;
  return {
    seals,
    findings: isMissing
      ? [broken(`seal ${recorded.number}`, 'is gone or another than the database remembers')]
      : [],
  };
}

/** The finding for a seal that does not match the ledger, while all seals before it do. */
export const brokenSeal = (seal: SealStatement, entriesThere: number): AuditFinding =>
  broken(
    `seal ${seal.number}`,
    entriesThere === seal.entries
      ? `the ${seal.entries} entries up to ${seal.lastEntry} differ from ${seal.sealedAt}`
      : `of the ${seal.entries} entries that were there at ${seal.sealedAt}, ${entriesThere} are there`,
  );

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
