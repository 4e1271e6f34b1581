export type Light = 'green' | 'yellow' | 'red';

/** The state of a part of the deployment, in words for an operator. */
export interface Judgment {
  readonly light: Light;
  readonly text: string;
  /** What to do about it. */
  readonly cure: string;
}
