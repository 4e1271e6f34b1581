import { createContext, useContext } from 'react';
import type { DrawListenPage, ListenPage } from '#contract/music/circle/listen-page.ts';
import { drawingOf } from '#web/shell/drawing-of.tsx';
import { HouseLink } from '#web/shell/lone-frame.tsx';
import { SiteFooter } from '#web/shell/site-footer.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';

const Shown = createContext<ListenPage>({ named: null, hasEnded: true });

function DrawnListen() {
  const { named, hasEnded } = useContext(Shown);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center px-4 sm:px-12">
        <HouseLink />
      </header>
      <main
        id="content"
        className="mx-auto grid w-full max-w-3xl grow content-center gap-6 px-4 py-8 sm:px-12"
      >
        <h1 className="text-2xl wrap-anywhere" data-title>
          {named?.title ?? 'A private track'}
        </h1>
        <p className="text-muted wrap-anywhere" data-artist>
          {named?.artistName}
        </p>
        <p role="status" data-status>
          {hasEnded ? 'This link has ended.' : null}
        </p>
        {hasEnded ? null : (
          <button type="button" data-play className={buttonStyle({ variant: 'act' })}>
            {'Play'}
          </button>
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

/** What the server renders at the address of a private link. */
export async function makeDrawListenPage(): Promise<DrawListenPage> {
  const draw = await drawingOf('/listen', DrawnListen);
  return (page) => draw((drawn) => <Shown value={page}>{drawn}</Shown>);
}
