import { createContext, useContext } from 'react';
import type { DrawListenPage, ListenPage } from '#contract/music/circle/listen-page.ts';
import { drawingOf } from '#web/shell/drawing-of.tsx';
import { HouseLink } from '#web/shell/lone-frame.tsx';
import { SiteFooter } from '#web/shell/site-footer.tsx';
import { DrawnPlayer } from './drawn-player.tsx';
import { DrawnResponse } from './drawn-response.tsx';

const Shown = createContext<ListenPage>({ address: '', named: null, hasEnded: true });

/** The page's script, listen-page.ts, finds its parts by their data attributes and fills them. */
function DrawnListen() {
  const page = useContext(Shown);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center px-4 sm:px-12">
        <HouseLink />
      </header>
      <main
        id="content"
        data-ended={page.hasEnded || undefined}
        className="mx-auto grid w-full max-w-3xl grow content-center gap-6 px-4 pb-8 sm:px-12"
      >
        {page.hasEnded ? <Ended /> : <DrawnPlayer page={page} />}
        <DrawnResponse isHidden={page.hasEnded} />
        {!page.hasEnded && (
          <p className="text-sm text-muted">
            You need no account. The artist sees this device, the seconds it plays, and what you leave here. A
            device is not a person.{' '}
            <a href={`/report?link=${page.address}`} className="underline underline-offset-4 hover:text-text">
              Report this track
            </a>
          </p>
        )}
      </main>
      <SiteFooter />
    </div>
  );
}

const Ended = () => (
  <div className="grid gap-3 py-8">
    <h1 className="text-3xl" data-status>
      This link has ended.
    </h1>
    <p className="text-muted">Ask the artist for another.</p>
  </div>
);

/** What the server renders at the address of a private link. */
export async function makeDrawListenPage(): Promise<DrawListenPage> {
  const draw = await drawingOf('/listen', DrawnListen);
  return (page) => draw((drawn) => <Shown value={page}>{drawn}</Shown>);
}
