import { type ArtistDocument, artistDocumentId } from '#contract/music/discovery/artist-document.ts';
import {
  changeTheme,
  drawn,
  loadApplication,
  loadApplicationWhenNeeded,
  sayWhenOffline,
} from '#web/shell/drawn-document.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { closeMenusOnPress } from '#web/ui/controls/close-menus.ts';
import { drawRecordOf } from '#web/ui/music/draw-record.ts';
import { drawStripOf } from '#web/ui/music/draw-strip.ts';
import { type Draw, onCanvasChange, paintCanvas } from '#web/ui/music/paint-canvas.ts';
import { wishForMore } from './wish-for-more.ts';

/**
 * The server-rendered artist page needs only a small script: its links open other documents. The application is loaded
 * for browsers that may be signed in, and to load more tracks.
 */
function readDocument(): ArtistDocument | undefined {
  const written = document.getElementById(artistDocumentId)?.textContent;
  // This page's server wrote it, using the contract's types.
  return written ? (JSON.parse(written) as ArtistDocument) : undefined;
}

function paintCards(): void {
  const tracks = readDocument()?.tracks.items ?? [];
  const cards = drawn?.querySelectorAll('article') ?? [];
  for (const [place, card] of [...cards].entries()) {
    const track = tracks[place];
    if (track === undefined) return;
    const peaks = trackPeaks(track.peaks);
    keepPainted(card.querySelector('.record canvas'), drawRecordOf(track.trackId, peaks));
    keepPainted(card.querySelector('.strip canvas'), drawStripOf(peaks));
  }
}

function keepPainted(canvas: HTMLCanvasElement | null, draw: Draw): void {
  if (canvas !== null) onCanvasChange(canvas, () => paintCanvas(canvas, draw));
}

/** A cover deleted since leaves an empty square; the application draws the drawn cover instead. */
function replaceLostCovers(): void {
  for (const cover of drawn?.querySelectorAll<HTMLImageElement>('article img') ?? []) {
    if (cover.complete && cover.naturalWidth === 0) loadApplication();
    cover.addEventListener('error', loadApplication);
  }
}

function offerMore(): void {
  // 'Load more' is the only button of the rendered page; everything else is links.
  const more = drawn?.querySelector('main button');
  more?.addEventListener('click', () => {
    more.setAttribute('aria-disabled', 'true');
    wishForMore();
    loadApplication();
  });
}

paintCards();
replaceLostCovers();
changeTheme();
closeMenusOnPress();
offerMore();
sayWhenOffline();
loadApplicationWhenNeeded();
