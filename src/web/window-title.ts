import { product } from '#contract/product.ts';

let named: { readonly pathname: string; readonly page: string } | undefined;

const show = (page: string | undefined) => {
  document.title = page === undefined ? `${product.name} | ${product.tagline}` : `${page} | ${product.name}`;
};

/** Sets the window's title to the route's name, unless the page at that path has set a better one. */
export function titleWindow(pathname: string, page: string | undefined): void {
  show(named?.pathname === pathname ? named.page : page);
}

/**
 * For a page whose name is in its content, such as an artist's: sets the window's title, before or after the route
 * does.
 */
export function nameWindow(pathname: string, page: string): void {
  named = { pathname, page };
  show(page);
}
