import type { ElementType, Key, ReactElement } from 'react';
import { jsx as element, jsxs as elements } from 'react/jsx-runtime';
import { type Properties, separated } from './own-elements.ts';

/**
 * The JSX of the web app, which vite.config.ts names. A browser's translator puts other nodes in the place of text nodes.
 * React would go on to change and remove nodes that are no longer on the page, which shows old text or throws. It
 * replaces a text that is the only child of its element without touching the node, so every text gets its own element.
 */
export { Fragment } from 'react/jsx-runtime';

export const jsx = (type: ElementType, properties: Properties, key?: Key): ReactElement =>
  element(type, separated(type, properties), key);

export const jsxs = (type: ElementType, properties: Properties, key?: Key): ReactElement =>
  elements(type, separated(type, properties), key);
