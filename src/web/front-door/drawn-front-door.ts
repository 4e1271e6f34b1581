import { requiredListeningSeconds } from '#contract/business-rules.ts';
import { housePeaks } from '#web/accounts/house-peaks.ts';
import { isMarkedSignedIn } from '#web/accounts/session/signed-in-mark.ts';
import { demoModeFlag, isDemoCardShown, matrixFlag } from '#web/browser-flags.ts';
import { onConnectionChange } from '#web/shell/connection.ts';
import { drawPlayed } from '#web/ui/music/draw-played.ts';
import { drawRecordOf } from '#web/ui/music/draw-record.ts';
import { onCanvasChange, paintCanvas } from '#web/ui/music/paint-canvas.ts';
import { moveNeedle, needleStart, pictureTrack } from './needle.ts';

/**
 * The front door as it was drawn while the web was built needs little of a script, and none of the application: its links
 * open documents of their own. The application is loaded for who may be signed in.
 */
const drawn = document.getElementById('before-scripts');

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

function sayWhenOffline(): void {
  const line = drawn?.querySelector<HTMLElement>('[role="status"] p');
  const show = () => {
    if (line) line.hidden = navigator.onLine;
  };
  show();
  onConnectionChange(show);
}

let isLoading = false;
function loadApplicationIfNeeded(): void {
  if (isLoading || !(isMarkedSignedIn() || matrixFlag.isOn())) return;
  const application = document.querySelector<HTMLLinkElement>('link[data-application]');
  if (application === null) return;
  isLoading = true;
  void import(/* @vite-ignore */ application.href);
}

playPicture();
showDemoCard();
sayWhenOffline();
loadApplicationIfNeeded();
// Somebody signs in in another tab, or comes back to this page after signing in.
window.addEventListener('storage', loadApplicationIfNeeded);
window.addEventListener('pageshow', loadApplicationIfNeeded);
