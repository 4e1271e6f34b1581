import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { LoneFrame } from './lone-frame.tsx';

const fading = Array.from({ length: 120 }, (_, at) => Math.exp(-at / 40));

/** The 404 page on its own. */
export function NotFoundPage() {
  return (
    <LoneFrame>
      <div className="grid px-4 sm:px-12">
        <MissingPage />
      </div>
    </LoneFrame>
  );
}

/** The content of the 404 page, also used within the shell. */
export function MissingPage() {
  return (
    <section className="mx-auto grid min-h-[60vh] w-full max-w-3xl content-center gap-6 py-6">
      <SwellType as="h1" peaks={fading} largest={14} smallest={7} tone="brass">
        404
      </SwellType>
      <p className="text-2xl">Oops! Page not found</p>
      <p>
        <Link to="/" className={buttonStyle()}>
          Return to Home
        </Link>
      </p>
    </section>
  );
}
