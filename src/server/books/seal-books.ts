import { createHash, type Hash } from 'node:crypto';
import type { AuditFinding } from '#contract/books.ts';
import type { Dependencies } from '../dependencies.ts';
import { lastRecordedSeal, lastSettledEntry, linesToSeal } from './books-store.ts';
import { brokenSeal, checkChain, type SealStatement, sha256, writeSeal } from './seal-rules.ts';

type Needs = Pick<Dependencies, 'database' | 'clock' | 'seals' | 'keys'>;

export interface Sealing {
  readonly findings: readonly AuditFinding[];
  /** The last seal that binds, a new one where there were new entries. */
  readonly seal: SealStatement | undefined;
}

export interface SealWishes {
  /** Books in which something was found are compared with their seals, but not sealed. */
  readonly mayAdd: boolean;
  /** Begins anew, whatever the seals so far say: the operator has looked into it. */
  readonly restartBecause?: string | undefined;
}

/** Reads the ledger from its first entry on, compares it with every seal, and seals what has come since. */
export async function sealBooks(deps: Needs, { mayAdd, restartBecause }: SealWishes): Promise<Sealing> {
  const texts = await deps.seals.all();
  const recorded = await lastRecordedSeal.one(deps.database, {});
  const chain = checkChain(texts, deps.keys.seals, recorded);
  const reading = startReading(deps);
  if (restartBecause !== undefined) {
    const known = Math.max(recorded?.number ?? 0, texts.length, chain.seals.at(-1)?.number ?? 0);
    return addSeal(deps, reading, { number: known + 1, texts, restartBecause });
  }
  if (chain.findings.length > 0) return { findings: chain.findings, seal: undefined };
  for (const seal of chain.seals) {
    await reading.upTo(seal.lastEntry);
    if (reading.digest() !== seal.digest || reading.entries() !== seal.entries) {
      return { findings: [brokenSeal(seal)], seal: undefined };
    }
  }
  const seal = chain.seals.at(-1);
  const { id: settled } = await lastSettledEntry.only(deps.database, {});
  if (!mayAdd || settled <= (seal?.lastEntry ?? 0)) return { findings: [], seal };
  return addSeal(deps, reading, { number: (seal?.number ?? 0) + 1, texts, settled });
}

interface NextSeal {
  readonly number: number;
  readonly texts: readonly string[];
  readonly settled?: number;
  readonly restartBecause?: string;
}

async function addSeal(deps: Needs, reading: Reading, next: NextSeal): Promise<Sealing> {
  const lastEntry = next.settled ?? (await lastSettledEntry.only(deps.database, {})).id;
  await reading.upTo(lastEntry);
  const before = next.texts.at(-1);
  const seal: SealStatement = {
    number: next.number,
    lastEntry,
    entries: reading.entries(),
    digest: reading.digest(),
    sealedAt: deps.clock.now().toISOString(),
    previous: before === undefined ? null : sha256(before),
    restartedBecause: next.restartBecause ?? null,
  };
  const isKept = await deps.seals.keep(seal.number, writeSeal(seal, deps.keys.seals));
  // Another server sealed at the same moment; the next run compares with that seal.
  return { findings: [], seal: isKept ? seal : undefined };
}

interface Reading {
  upTo(lastEntry: number): Promise<void>;
  digest(): string;
  entries(): number;
}

/** Reads entry after entry into one hash. */
function startReading({ database }: Pick<Dependencies, 'database'>): Reading {
  const hash: Hash = createHash('sha256');
  let [after, entries] = [0, 0];
  return {
    upTo: async (lastEntry) => {
      for (;;) {
        const rows = await linesToSeal.all(database, { after, upTo: lastEntry });
        for (const { line } of rows) hash.update(`${line}\n`);
        entries += rows.length;
        after = rows.at(-1)?.id ?? lastEntry;
        if (after >= lastEntry) return;
      }
    },
    digest: () => hash.copy().digest('hex'),
    entries: () => entries,
  };
}
