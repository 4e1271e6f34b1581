import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react';
import { rowsMoved } from './rows-moved.ts';

/** Longer than any double click. */
const settleMilliseconds = 700;

interface SteadyRowsProps {
  /** The ids of the rows, in order. */
  rows: readonly string[];
  /** True while a dialog covers the rows. */
  isCovered?: boolean;
  children: ReactNode;
}

/**
 * A list that ignores mouse and touch briefly after its rows have appeared or moved, or after a dialog over them has
 * closed. Otherwise the second click of a double click would hit the row that moved under the pointer. Keys act on the
 * focused row, so they keep working.
 */
export function SteadyRows({ rows, isCovered = false, children }: SteadyRowsProps) {
  const element = useRef<HTMLDivElement>(null);
  const last = useRef<{ rows: readonly string[]; isCovered: boolean }>(undefined);
  const timer = useRef<number>(undefined);
  const settle = useCallback(() => {
    const list = element.current;
    if (list === null) return;
    window.clearTimeout(timer.current);
    list.style.pointerEvents = 'none';
    timer.current = window.setTimeout(() => {
      list.style.pointerEvents = '';
    }, settleMilliseconds);
  }, []);
  // Before the new rows are painted, so that no click reaches them first.
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { rows, isCovered };
    // A list that was empty before counts as new.
    if (before === undefined || rowsMoved(before.rows, rows) || (before.isCovered && !isCovered)) settle();
  }, [rows, isCovered, settle]);
  useLayoutEffect(() => () => window.clearTimeout(timer.current), []);
  return <div ref={element}>{children}</div>;
}
