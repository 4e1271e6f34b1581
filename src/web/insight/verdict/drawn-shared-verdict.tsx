import { Link } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import {
  type DrawSharedVerdict,
  type SharedVerdict,
  sharedSentence,
} from '#contract/insight/verdict/shared-verdict.ts';
import { product } from '#contract/product.ts';
import { drawingOf } from '#web/shell/drawing-of.tsx';
import { HouseLink } from '#web/shell/lone-frame.tsx';
import { SiteFooter } from '#web/shell/site-footer.tsx';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { VerdictPicture } from './verdict-picture.tsx';

const Shown = createContext<SharedVerdict | null>(null);

function DrawnSharedVerdict() {
  const shown = useContext(Shown);
  if (shown === null) return null;
  const { title, artistName, peaks, durationSeconds, moment } = shown;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center px-4 sm:px-12">
        <HouseLink />
      </header>
      <main
        id="content"
        className="mx-auto grid w-full max-w-6xl grow content-center gap-10 px-4 py-8 sm:px-12"
      >
        <VerdictPicture
          sentence={sharedSentence(shown).map((text) => ({ text }))}
          title={title}
          peaks={trackPeaks(peaks)}
          durationSeconds={durationSeconds}
          moments={moment === null ? [] : [moment]}
        >
          <div className="wrap-anywhere">
            <h1 className="text-2xl">{title}</h1>
            <p className="text-muted">{artistName}</p>
          </div>
        </VerdictPicture>
        <div className="grid justify-items-start gap-4">
          <p className="max-w-prose text-muted">
            {`${artistName} asked strangers on ${product.name} to listen before the track is out. They were paid for the first minute, and nothing after that.`}
          </p>
          <Link to="/" className={buttonStyle({ variant: 'quiet' })}>
            {`What is ${product.name}?`}
          </Link>
        </div>
      </main>
      <SiteFooter />
    </div>
  );
}

/** What the server renders at the address of a shared verdict. */
export async function makeDrawSharedVerdict(): Promise<DrawSharedVerdict> {
  const draw = await drawingOf('/verdicts', DrawnSharedVerdict);
  return (shown) => draw((page) => <Shown value={shown}>{page}</Shown>);
}
