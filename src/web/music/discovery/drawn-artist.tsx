import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ArtistDocument, DrawArtist } from '#contract/music/discovery/artist-document.ts';
import { drawingOf } from '#web/shell/drawing-of.tsx';
import { EntryAround } from '#web/shell/entry-around.tsx';
import { ArtistForEverybody, PageOfArtist } from './artist.tsx';
import { artistTracksQuery } from './discovery-queries.ts';

const Shown = createContext<ArtistDocument | null>(null);

function DrawnArtist() {
  const shown = useContext(Shown);
  if (shown === null) return null;
  return (
    <EntryAround next={`/artist/${shown.artist.artistId}`}>
      <PageOfArtist>
        <ArtistForEverybody artist={shown.artist} />
      </PageOfArtist>
    </EntryAround>
  );
}

/** What the server renders into an artist's page for signed-out visitors. */
export async function makeDrawArtist(): Promise<DrawArtist> {
  const draw = await drawingOf('/artist', DrawnArtist);
  return (shown) => {
    const queries = new QueryClient();
    queries.setQueryData(artistTracksQuery(shown.artist.artistId).queryKey, {
      pages: [shown.tracks],
      pageParams: [null],
    });
    return draw((page) => (
      <Shown value={shown}>
        <QueryClientProvider client={queries}>{page}</QueryClientProvider>
      </Shown>
    ));
  };
}
