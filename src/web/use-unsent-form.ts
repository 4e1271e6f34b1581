import { useState } from 'react';
import type { FieldName, FormState } from './form-state.ts';
import { useUnsentWork } from './unsent-work.ts';
import { useLinkWarning } from './use-link-warning.ts';

/** Asks before typed text is lost: at a link, Back, a reload, a closed tab, a role switch or a sign-out here. */
export function useUnsentText(isUnsent: boolean): void {
  useUnsentWork(isUnsent);
  useLinkWarning(isUnsent ? 'Leave this page? What you typed here is lost.' : null);
}

/**
 * Asks before these texts of a form are lost, if they differ from how the form was opened and were not sent.
 * @returns whether any value differs, also one that was chosen instead of typed
 */
export function useUnsentForm<Values extends object>(
  { values, isDone }: Pick<FormState<Values>, 'values' | 'isDone'>,
  texts: readonly FieldName<Values>[],
): boolean {
  const [opened] = useState(values);
  const differs = (now: unknown, before: unknown) => JSON.stringify(now) !== JSON.stringify(before);
  useUnsentText(!isDone && texts.some((text) => differs(values[text], opened[text])));
  return !isDone && differs(values, opened);
}
