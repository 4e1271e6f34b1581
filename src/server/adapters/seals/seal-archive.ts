/** Stores the ledger's seals outside the database, in order. A stored seal never changes. */
export interface SealArchive {
  /** Every stored seal as written, oldest first. */
  all(): Promise<string[]>;
  /** Stores a seal. Returns false if another process already stored one under this number. */
  keep(number: number, text: string): Promise<boolean>;
}
