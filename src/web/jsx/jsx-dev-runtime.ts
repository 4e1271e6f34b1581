import type { ElementType, Key, ReactElement } from 'react';
import { jsxDEV as element, type JSXSource } from 'react/jsx-dev-runtime';
import { type Properties, separated } from './own-elements.ts';

export { Fragment } from 'react/jsx-dev-runtime';

/** As in jsx-runtime, for `npm run dev`. */
export const jsxDEV = (
  type: ElementType,
  properties: Properties,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): ReactElement => element(type, separated(type, properties), key, isStatic, source, self);
