import { operatorPages } from '#contract/page-paths.ts';
import { product } from '#contract/product.ts';

/** When rendered on the server, which fills in the site's host. */
const siteLabel = () => globalThis.location?.host ?? '%SITE_LABEL%';

const pages = [...Object.entries(operatorPages), ['report', 'Report copyright']] as const;

/** The version, the operator's pages, which the server renders, and the site's host. */
export function SiteFooter() {
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-4 text-sm text-muted sm:px-8">
      <span className="tabular">{product.version}</span>
      <nav aria-label="Terms and privacy" className="flex flex-wrap gap-x-5">
        {pages.map(([name, label]) => (
          // Tall enough to tap on touch devices.
          <a
            key={name}
            href={`/${name}`}
            className="min-w-11 py-3 underline-offset-4 hover:text-text hover:underline lg:py-0.5"
          >
            {label}
          </a>
        ))}
      </nav>
      <span>{siteLabel()}</span>
    </footer>
  );
}
