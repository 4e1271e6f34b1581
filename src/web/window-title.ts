import { product } from '#contract/product.ts';

let named: { readonly pathname: string; readonly page: string } | undefined;

const show = (page: string | undefined) => {
  document.title = page === undefined ? `${product.name} | ${product.tagline}` : `${page} | ${product.name}`;
};

/** Titles the window with what its route is called, unless the page of that path has a better name for itself. */
export function titleWindow(pathname: string, page: string | undefined): void {
  show(named?.pathname === pathname ? named.page : page);
}

/** A page that knows its name only from its content, an artist's, titles the window; before or after its route does. */
export function nameWindow(pathname: string, page: string): void {
  named = { pathname, page };
  show(page);
}
