export type Light = 'green' | 'yellow' | 'red';

/** How a part of the deployment does, in words for an operator. */
export interface Judgment {
  readonly light: Light;
  readonly text: string;
  /** What to do about it. */
  readonly cure: string;
}
