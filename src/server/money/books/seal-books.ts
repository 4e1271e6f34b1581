import { createHash } from 'node:crypto';
import type { AuditFinding } from '#contract/money/books/books.ts';
import type { Dependencies } from '../../dependencies.ts';
import { lastRecordedSeal, lastSettledEntry, linesToSeal } from './audit-store.ts';
import { brokenSeal, checkChain, type SealStatement, sha256, writeSeal } from './seal-rules.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'seals' | 'keys'>;

export interface Sealing {
  readonly findings: readonly AuditFinding[];
  /** The latest valid seal; a new one if there are new entries. */
  readonly seal: SealStatement | undefined;
}

export interface SealWishes {
  /** False compares with the existing seals without adding one, for a ledger with findings. */
  readonly mayAdd: boolean;
  /** Restarts sealing regardless of earlier seals, after the operator has checked the ledger. */
  readonly restartBecause?: string | undefined;
}

/** Reads the ledger from its first entry, compares it with every seal, and seals new entries. */
export async function sealBooks(deps: Needs, { mayAdd, restartBecause }: SealWishes): Promise<Sealing> {
  // Read the recorded seal first. A seal is stored before it is recorded, so this cannot miss one of a concurrent
  // audit.
  const recorded = await lastRecordedSeal.one(deps.database, {});
  const texts = await deps.seals.all();
  const { id: settled } = await lastSettledEntry.only(deps.database, {});
  const chain = checkChain(texts, deps.keys.seals, recorded);
  const reading = startReading(deps, Math.max(settled, chain.seals.at(-1)?.lastEntry ?? 0));
  if (restartBecause !== undefined) {
    const known = Math.max(recorded?.number ?? 0, texts.length, chain.seals.at(-1)?.number ?? 0);
    return addSeal(deps, reading, { number: known + 1, texts, settled, restartBecause });
  }
  if (chain.findings.length > 0) return { findings: chain.findings, seal: undefined };
  for (const seal of chain.seals) {
    await reading.upTo(seal.lastEntry);
    if (reading.digest() !== seal.digest || reading.entries() !== seal.entries) {
      return { findings: [brokenSeal(seal, reading.entries())], seal: undefined };
    }
  }
  const seal = chain.seals.at(-1);
  if (!mayAdd || settled <= (seal?.lastEntry ?? 0)) return { findings: [], seal };
  return addSeal(deps, reading, { number: (seal?.number ?? 0) + 1, texts, settled });
}

interface NextSeal {
  readonly number: number;
  readonly texts: readonly string[];
  readonly settled: number;
  readonly restartBecause?: string;
}

async function addSeal(deps: Needs, reading: Reading, next: NextSeal): Promise<Sealing> {
  await reading.upTo(next.settled);
  const before = next.texts.at(-1);
  const seal: SealStatement = {
    number: next.number,
    lastEntry: next.settled,
    entries: reading.entries(),
    digest: reading.digest(),
    sealedAt: deps.clock.now().toISOString(),
    previous: before === undefined ? null : sha256(before),
    restartedBecause: next.restartBecause ?? null,
  };
  const isKept = await deps.seals.keep(seal.number, writeSeal(seal, deps.keys.seals));
  // Another server sealed at the same time; the next run compares with its seal.
  return { findings: [], seal: isKept ? seal : undefined };
}

interface Reading {
  upTo(lastEntry: number): Promise<void>;
  digest(): string;
  entries(): number;
}

/** Hashes all entries in order, page by page, in one pass for all seals. */
function startReading({ database }: Pick<Dependencies, 'database'>, end: number): Reading {
  const hash = createHash('sha256');
  let page: { id: number; line: string }[] = [];
  let [read, next, entries] = [0, 0, 0];
  return {
    upTo: async (lastEntry) => {
      for (;;) {
        for (let row = page[next]; row && row.id <= lastEntry; row = page[next]) {
          hash.update(`${row.line}\n`);
          next += 1;
          entries += 1;
        }
        if (next < page.length || read >= lastEntry) return;
        page = await linesToSeal.all(database, { after: read, upTo: end });
        read = page.at(-1)?.id ?? end;
        next = 0;
      }
    },
    digest: () => hash.copy().digest('hex'),
    entries: () => entries,
  };
}
