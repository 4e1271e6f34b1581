import type { Judgment, Light } from '#server/foundation/operator-messages.ts';

type Part =
  | 'settings'
  | 'database'
  | 'secret'
  | 'backup'
  | 'clock'
  | 'jobs'
  | 'ledger'
  | 'disk'
  | 'storage'
  | 'mail'
  | 'stripe'
  | 'address'
  | 'pages'
  | 'doctor';

/** The result of one check. Yellow: works, but needs attention. Red: something that people need does not work. */
export interface Finding {
  readonly part: Part;
  readonly light: Light;
  readonly text: string;
  /** What to do about it. */
  readonly cure?: string;
}

const finding =
  (light: Light) =>
  (part: Part, text: string, cure?: string): Finding => ({
    part,
    light,
    text,
    ...(cure === undefined ? {} : { cure }),
  });

export const green = finding('green');
export const yellow = finding('yellow');
export const red = finding('red');

/** Converts the server's own judgment of a part. A green one needs no cure. */
export const judged = (part: Part, { light, text, cure }: Judgment): Finding =>
  finding(light)(part, text, light === 'green' ? undefined : cure);

/** The worst light of all findings. */
export const lightOf = (findings: readonly Finding[]): Light =>
  (['red', 'yellow'] as const).find((light) => findings.some((one) => one.light === light)) ?? 'green';

/** Exit codes, as for plugins of monitoring systems. */
export const exitCodes: Readonly<Record<Light, number>> = { green: 0, yellow: 1, red: 2 };

/** Why something failed, in one line. The innermost error is usually the most specific. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return (error.message || error.name).split('\n').join(' ');
}
