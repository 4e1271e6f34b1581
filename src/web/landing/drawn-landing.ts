import { demoModeFlag, isDemoCardShown } from '#web/browser-flags.ts';
import { housePeaks } from '#web/identity/house-peaks.ts';
import { playVerdictPicture } from '#web/insight/verdict/verdict-sound.ts';
import { firstPayout, payEstimate, payMedian } from '#web/pay-sentences.ts';
import { readPayTerms } from '#web/read-pay-terms.ts';
import { drawn, loadApplicationWhenNeeded, sayWhenOffline } from '#web/shell/drawn-document.ts';
import { drawRecordOf } from '#web/ui/music/draw-record.ts';
import { onCanvasChange, paintCanvas } from '#web/ui/music/paint-canvas.ts';
import { pictureTrack } from './picture-track.ts';

/**
 * The prerendered landing page needs only a small script: its links open other documents. The application is loaded for
 * browsers that may be signed in.
 */
function drawRecord(): void {
  const record = drawn?.querySelector<HTMLCanvasElement>('.record canvas');
  if (record) onCanvasChange(record, () => paintCanvas(record, drawRecordOf(pictureTrack, housePeaks)));
}

function playSample(): void {
  const picture = drawn?.querySelector('figure');
  if (picture) playVerdictPicture(picture);
}

function showDemoCard(): void {
  const card = drawn?.querySelector('aside');
  if (!card || !isDemoCardShown()) return;
  card.hidden = false;
  card.querySelector('button')?.addEventListener('click', () => {
    demoModeFlag.set(false);
    card.hidden = true;
  });
}

/** Replaces the usual terms of the pay by the server's. Without a response they stay. */
async function showPay(): Promise<void> {
  const terms = await readPayTerms();
  if (terms === undefined) return;
  const show = (name: string, text: string) => {
    const place = drawn?.querySelector(`[data-pay="${name}"]`);
    if (place) place.textContent = text;
    return place;
  };
  const estimate = show('estimate', payEstimate(terms));
  estimate?.classList.toggle('invisible', terms.medianCentsPerHour !== null);
  show('median', payMedian(terms));
  show('first', firstPayout(terms));
}

drawRecord();
playSample();
showDemoCard();
void showPay();
sayWhenOffline();
loadApplicationWhenNeeded();
