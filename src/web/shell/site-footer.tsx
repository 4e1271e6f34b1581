import { operatorPages } from '#contract/page-paths.ts';
import { product } from '#contract/product.ts';

/** Where a page is drawn without a window, the server fills in the host that it is reached by. */
const siteLabel = () => globalThis.location?.host ?? '%SITE_LABEL%';

const pages = [...Object.entries(operatorPages), ['report', 'Report copyright']] as const;

/** The version label, the operator's pages, which the server draws, and the site label. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-4 text-sm text-muted sm:px-8">
      <span className="tabular">{product.version}</span>
      <nav aria-label="Terms and privacy" className="flex flex-wrap gap-x-5">
        {pages.map(([name, label]) => (
          // Without a mouse as high as a thumb.
          <a
            key={name}
            href={`/${name}`}
            className="py-3 underline-offset-4 hover:text-text hover:underline lg:py-0.5"
          >
            {label}
          </a>
        ))}
      </nav>
      <span>{siteLabel()}</span>
    </footer>
  );
}
