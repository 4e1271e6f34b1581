import type { ReactElement, ReactNode } from 'react';
import { Fragment, jsx } from 'react/jsx-runtime';

const isText = (child: ReactNode): child is string | number | bigint =>
  typeof child === 'string' || typeof child === 'number' || typeof child === 'bigint';

const isNothing = (child: ReactNode): boolean =>
  child === null || child === undefined || typeof child === 'boolean';

const isBlank = (text: string): boolean => text.trim() === '';

const inSpan = (text: string, key: string): ReactElement => jsx('span', { children: text }, key);

/** Joins each run of text, and puts it in a span. Blanks between elements stay: translators leave them alone. */
function wrapRuns(children: readonly ReactNode[]): ReactNode[] {
  const wrapped: ReactNode[] = [];
  let run: { readonly place: number; text: string } | undefined;
  for (const [place, child] of children.entries()) {
    if (isText(child)) {
      run ??= { place, text: '' };
      run.text += child;
      wrapped[run.place] = isBlank(run.text) ? run.text : inSpan(run.text, `text ${run.place}`);
    } else if (!isNothing(child)) run = undefined;
    // Every other child keeps its place, and so its state.
    if (!isText(child)) wrapped[place] = child;
    else if (run?.place !== place) wrapped[place] = null;
  }
  return wrapped;
}

/**
 * The children with each text as the only child of its element. Pieces of text without other children are joined to one,
 * which is in a span only if a fragment holds it.
 */
export function inOwnElements(type: unknown, children: ReactNode): ReactNode {
  const list: readonly ReactNode[] = Array.isArray(children) ? children : [children];
  if (!list.some(isText)) return children;
  if (!list.every((child) => isText(child) || isNothing(child))) return wrapRuns(list);
  const text = list.filter(isText).join('');
  return type === Fragment && !isBlank(text) ? inSpan(text, 'text') : text;
}

export interface Properties {
  readonly children?: ReactNode;
}

/** The same properties if no text has to move. */
export function separated<P extends Properties>(type: unknown, properties: P): P {
  const children = inOwnElements(type, properties.children);
  return children === properties.children ? properties : { ...properties, children };
}
