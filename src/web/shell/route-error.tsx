import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { LoneFrame } from './lone-frame.tsx';

/** For errors of a frame itself: the message fills the window. */
export const WindowError = () => (
  <LoneFrame>
    <RouteError />
  </LoneFrame>
);

/** A page failed to render, or its code to load: says so and offers a way back. */
export function RouteError() {
  return (
    <section role="alert" className="mx-auto grid min-h-[60vh] max-w-xl content-center gap-6 p-6">
      <h1 className="text-5xl">Something went wrong</h1>
      <p className="text-lg text-muted">
        We couldn’t show this page. Nothing you’ve saved is lost. Try again, or return to Home.
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
