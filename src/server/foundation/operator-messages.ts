/** A failure that the operator can fix: its message says what to do, and a stack trace would not help. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}

/** The text to print for an error that ends the process. */
export function failureText(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

export type Light = 'green' | 'yellow' | 'red';

/** The state of a part of the deployment, in words for an operator. */
export interface Judgment {
  readonly light: Light;
  readonly text: string;
  /** What to do about it. */
  readonly cure: string;
}

/** Reports a line to the operator's log. */
export type Report = (line: string) => void;
