import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { demoModeFlag, isDemoCardShown } from '#web/browser-flags.ts';
import { housePeaks } from '#web/identity/house-peaks.ts';
import { firstPayout, payEstimate, payMedian } from '#web/pay-sentences.ts';
import { readPayTerms } from '#web/read-pay-terms.ts';
import { drawn, loadApplicationWhenNeeded, sayWhenOffline } from '#web/shell/drawn-document.ts';
import { drawPlayed } from '#web/ui/music/draw-played.ts';
import { drawRecordOf } from '#web/ui/music/draw-record.ts';
import { onCanvasChange, paintCanvas } from '#web/ui/music/paint-canvas.ts';
import { moveNeedle, needleStart, pictureTrack } from './needle.ts';

/**
 * The prerendered landing page needs only a small script: its links open other documents. The application is loaded for
 * browsers that may be signed in.
 */
const canvasIn = (selector: string) => drawn?.querySelector<HTMLCanvasElement>(`${selector} canvas`) ?? null;

function playPicture(): void {
  const record = canvasIn('.record');
  if (record !== null)
    onCanvasChange(record, () => paintCanvas(record, drawRecordOf(pictureTrack.id, housePeaks)));
  const waveform = canvasIn('.waveform');
  if (waveform === null) return;
  let position = needleStart;
  const heard = requiredListeningSeconds / pictureTrack.seconds;
  const paint = () => paintCanvas(waveform, drawPlayed(housePeaks, position / pictureTrack.seconds, heard));
  onCanvasChange(waveform, paint);
  moveNeedle((seconds) => {
    position = seconds;
    paint();
  });
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

playPicture();
showDemoCard();
void showPay();
sayWhenOffline();
loadApplicationWhenNeeded();
