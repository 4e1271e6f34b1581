import type { OpenedLink } from '#contract/music/circle/circle.ts';
import { guestReportSeconds } from '#contract/music/circle/circle-rules.ts';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { formatDuration, spokenDuration } from '#web/ui/display/duration.ts';
import { drawPlayed } from '#web/ui/music/draw-played.ts';
import { drawRecordOf } from '#web/ui/music/draw-record.ts';
import { onCanvasChange, paintCanvas } from '#web/ui/music/paint-canvas.ts';
import { soughtByKey } from '#web/ui/music/seek-keys.ts';
import type { GuestReport } from './guest-calls.ts';
import { part, say } from './page-parts.ts';

interface GuestPlayerNeeds {
  readonly address: string;
  readonly report: (report: GuestReport) => void;
  /** Play was pressed, and there is no sound yet or its link no longer works. */
  readonly needLink: () => void;
  readonly moved: (position: number) => void;
}

/** The player of a private link: it draws itself into the page and reports what it plays. */
export function createGuestPlayer({ address, report, needLink, moved }: GuestPlayerNeeds) {
  const section = part('[data-player]');
  const press = part<HTMLButtonElement>('[data-play]');
  const slider = part<HTMLInputElement>('[data-seek]');
  const wave = part<HTMLCanvasElement>('[data-wave]');
  const record = part('[data-record]');
  const status = part('[data-status]');
  const player = createAudioPlayer();
  let peaks = trackPeaks(null);
  let duration = 0;
  let title = '';
  /** Play was pressed before there was a sound. */
  let isWanted = false;
  let hasEnded = false;

  const paint = () =>
    paintCanvas(wave, drawPlayed(peaks, duration === 0 ? 0 : player.state().position / duration, 0));
  const show = () => {
    const { isPlaying, position, failure, isStalled } = player.state();
    const plays = isPlaying || isWanted;
    section.toggleAttribute('data-playing', plays);
    record.toggleAttribute('data-playing', isPlaying);
    if (isPlaying) record.toggleAttribute('data-turned', true);
    press.setAttribute('aria-label', `${plays ? 'Pause' : 'Play'} ${title}`.trim());
    say(part('[data-time]'), formatDuration(position));
    slider.value = String(position);
    slider.setAttribute('aria-valuetext', `${spokenDuration(position)} of ${spokenDuration(duration)}`);
    if (!hasEnded) say(status, failure ?? (isStalled ? 'Waiting for the connection…' : ''));
    paint();
    moved(position);
  };
  player.subscribe(show);

  const tell = (event: GuestReport['event'], positionSeconds = player.position()) =>
    report({ event, positionSeconds, playing: player.state().isPlaying });
  player.onHappening((happening, position) => {
    if (happening === 'started') tell('start', position);
    if (happening === 'paused') tell('pause', position);
    if (happening === 'ended') tell('end', duration);
    // The sound's link has expired, or the private link has ended.
    if (happening === 'failed') needLink();
  });
  setInterval(() => player.state().isPlaying && tell('beat'), guestReportSeconds * 1000);
  window.addEventListener('pagehide', () => player.state().isPlaying && tell('pause'));

  onSeek(slider, {
    moved: player.seek,
    sought: (seconds) => {
      player.seek(seconds);
      tell('seek', seconds);
    },
  });
  press.addEventListener('click', () => {
    if (player.state().isPlaying) return player.pause();
    if (player.isLoaded() && player.state().failure === null) return void player.play();
    isWanted = !isWanted;
    show();
    if (isWanted) needLink();
  });
  press.disabled = false;
  onCanvasChange(wave, paint);

  return {
    position: () => player.position(),
    /** Shows the track, and plays it where it stopped if Play was pressed. */
    load: (link: OpenedLink) => {
      ({ title, durationSeconds: duration } = link);
      peaks = trackPeaks(link.peaks);
      say(part('[data-title]'), title);
      say(part('[data-artist]'), link.artistName);
      say(part('[data-duration]'), `/ ${formatDuration(duration)}`);
      slider.max = String(duration);
      slider.disabled = false;
      const canvas = part<HTMLCanvasElement>('[data-record] canvas');
      onCanvasChange(canvas, () => paintCanvas(canvas, drawRecordOf(address, peaks)));
      showCover(link.coverUrl);
      player.load(link.playbackLink.url, player.state().position);
      if (isWanted) void player.play();
      isWanted = false;
      show();
    },
    /** The link could not be opened; Play tries again. */
    fail: (text: string) => {
      isWanted = false;
      show();
      say(status, text);
    },
    /** Stops at once and for good. */
    end: (text: string) => {
      hasEnded = true;
      isWanted = false;
      player.unload();
      press.disabled = true;
      slider.disabled = true;
      say(status, text);
    },
  };
}

interface Seeking {
  /** While dragging. */
  readonly moved: (seconds: number) => void;
  readonly sought: (seconds: number) => void;
}

function onSeek(slider: HTMLInputElement, { moved, sought }: Seeking): void {
  slider.addEventListener('input', () => moved(Number(slider.value)));
  slider.addEventListener('change', () => sought(Number(slider.value)));
  slider.addEventListener('keydown', (event) => {
    const seconds = soughtByKey(event, Number(slider.value), Number(slider.max));
    if (seconds === null) return;
    event.preventDefault();
    sought(seconds);
  });
}

/** Without a cover, or if it fails to load, the record stays. */
function showCover(url: string | null): void {
  const cover = part<HTMLImageElement>('[data-cover]');
  if (url === null) return;
  cover.addEventListener('load', () => {
    cover.hidden = false;
  });
  cover.src = url;
}
