import { type BlockerFn, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isPageOld } from '../calls/page-build.ts';
import type { FieldName, FormState } from './form-state.ts';
import { agreeToLoseWork, confirmLoss, useUnsentWork } from './unsent-work.ts';

const warnings = new Set<object>();

/**
 * Asks before typed text, or something else on this page, is lost: at a link, Back, a reload, a closed tab, a role switch or
 * a sign-out here. Several forms on a page ask one question.
 * @param loss the sentence that the question ends with, if it is not about what was entered
 */
export function useUnsentText(isUnsent: boolean, loss?: string): void {
  const { history } = useRouter();
  useUnsentWork(isUnsent, loss);
  useEffect(() => {
    if (!isUnsent) return;
    const warning = {};
    warnings.add(warning);
    // A link within the page, such as 'Skip to content', leaves nothing.
    const isBlocked: BlockerFn = async ({ currentLocation: from, nextLocation: to }) =>
      (from.pathname !== to.pathname || from.search !== to.search) &&
      [...warnings][0] === warning &&
      !confirmLeaving();
    const unblock = history.block({ blockerFn: isBlocked, enableBeforeUnload: false });
    return () => {
      warnings.delete(warning);
      unblock();
    };
  }, [history, isUnsent]);
}

/** A page of an earlier build reloads when it is left, and must not ask again. */
function confirmLeaving(): boolean {
  const leaves = confirmLoss('Leave this page');
  if (leaves && isPageOld()) agreeToLoseWork();
  return leaves;
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
