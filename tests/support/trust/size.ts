/** How much of everything a run has. */
export interface Size {
  readonly honest: number;
  /** Of each strategy. */
  readonly accounts: number;
  readonly days: number;
  readonly tracks: number;
  /** The strategies by name; all when not given. */
  readonly only?: readonly string[];
}
