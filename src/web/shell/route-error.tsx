import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { LoneFrame } from './lone-frame.tsx';

/** A frame itself broke: the words stand alone in the window. */
export const WindowError = () => (
  <LoneFrame>
    <RouteError />
  </LoneFrame>
);

/** A page broke while it was drawn or its code could not be fetched: say so and offer a way back. */
export function RouteError() {
  return (
    <section role="alert" className="mx-auto grid min-h-[60vh] max-w-xl content-center gap-6 p-6">
      <h1 className="text-5xl">This page skipped a groove</h1>
      <p className="text-lg text-muted">
        Something went wrong while showing it. Nothing you have saved is lost. Try again, or go back to the
        start.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={buttonStyle()} onClick={() => window.location.reload()}>
          Try again
        </button>
        <a href="/" className={buttonStyle({ variant: 'quiet' })}>
          Return to Home
        </a>
      </div>
    </section>
  );
}
