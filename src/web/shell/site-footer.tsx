import { product } from '#contract/product.ts';

/** The version label and the site label. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-4 text-sm text-muted sm:px-8">
      <span className="tabular">{product.version}</span>
      <span>{window.location.host}</span>
    </footer>
  );
}
