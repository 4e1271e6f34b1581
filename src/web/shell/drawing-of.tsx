import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { StrictMode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { DrawnMarkup } from '#contract/drawn-markup.ts';
import { OfflineLine } from './offline-notice.tsx';
import { parseSearch, stringifySearch } from './search-strings.ts';

/**
 * Renders a page as HTML on the server, so that it is readable before and without scripts.
 * @param path the page's path, for links to the current page
 * @returns the function that renders it; `around` wraps the page in its providers
 */
export async function drawingOf(
  path: string,
  Page: () => ReactNode,
): Promise<(around?: (page: ReactNode) => ReactNode) => DrawnMarkup> {
  const DrawnPage = () => (
    <>
      <OfflineLine isOnline />
      <Page />
    </>
  );
  const root = createRootRoute();
  const route = createRoute({ getParentRoute: () => root, path, component: DrawnPage });
  const router = createRouter({
    routeTree: root.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  return (around = (page) => page) =>
    withoutInlineStyles(
      renderToStaticMarkup(<StrictMode>{around(<RouterProvider router={router} />)}</StrictMode>),
    );
}

/** The content policy forbids inline styles in documents, so each becomes a class. */
export function withoutInlineStyles(markup: string): DrawnMarkup {
  const classes = new Map<string, string>();
  const nameOf = (declarations: string) => {
    const name = classes.get(declarations) ?? `drawn-${classes.size}`;
    classes.set(declarations, name);
    return name;
  };
  const html = markup.replace(/<[a-z][^>]* style="[^>]*>/g, (tag) => {
    const declarations = /\sstyle="([^"]*)"/.exec(tag)?.[1] ?? '';
    const bare = tag.replace(/\sstyle="[^"]*"/, '');
    const name = nameOf(declarations.replaceAll('&quot;', '"'));
    return bare.includes(' class="')
      ? bare.replace(' class="', ` class="${name} `)
      : bare.replace(/\/?>$/, (end) => ` class="${name}"${end}`);
  });
  const css = [...classes].map(([declarations, name]) => `.${name}{${declarations}}`).join('\n');
  return { html, css };
}
