/** Where the seals of the books lie: outside the database, in order, never changed. */
export interface SealArchive {
  /** Every kept seal as it was written, the first one first. */
  all(): Promise<string[]>;
  /** Keeps one more. Answers false when there is one of this number already, by somebody who was faster. */
  keep(number: number, text: string): Promise<boolean>;
}
