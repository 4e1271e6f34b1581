import { leadSeconds } from '#contract/insight/verdict/verdict-rules.ts';
import { type AudioPlayer, createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { formatDuration } from '#web/ui/display/duration.ts';

/**
 * Makes a picture of `VerdictPicture` playable. It works on its elements, because the landing page is drawn without the
 * application. Nothing of the sound is loaded before the first press.
 * @returns the function that ends it
 */
export function playVerdictPicture(figure: HTMLElement): () => void {
  const { sound, seconds } = figure.dataset;
  if (sound === undefined) return () => undefined;
  const find = (selector: string) => figure.querySelector(selector);
  const play = find('[data-play]');
  const title = play?.getAttribute('aria-label')?.replace('Play ', '') ?? '';
  const presses = new AbortController();
  let player: AudioPlayer | undefined;

  const show = ({ state, pause }: AudioPlayer) => {
    const { isPlaying, position, failure } = state();
    // Another page has replaced this one.
    if (isPlaying && !figure.isConnected) pause();
    figure.toggleAttribute('data-playing', isPlaying);
    play?.setAttribute('aria-label', `${isPlaying ? 'Pause' : 'Play'} ${title}`);
    setText(find('[data-time]'), formatDuration(position));
    setText(find('[data-failure]'), failure ?? '');
    const wide = figure.querySelector('svg')?.viewBox.baseVal.width ?? 0;
    find('[data-played]')?.setAttribute('width', String((position / Number(seconds)) * wide));
  };
  const loaded = (from: number): AudioPlayer => {
    if (player !== undefined && player.state().failure === null) {
      player.seek(from);
      return player;
    }
    const fresh = player ?? createAudioPlayer();
    if (player === undefined) fresh.subscribe(() => show(fresh));
    player = fresh;
    fresh.load(sound, from);
    return fresh;
  };

  const onPress = (element: Element, pressed: () => void) =>
    element.addEventListener('click', pressed, { signal: presses.signal });
  if (play) {
    onPress(play, () => {
      if (player?.state().isPlaying) player.pause();
      else void loaded(player?.position() ?? 0).play();
    });
  }
  for (const moment of figure.querySelectorAll<HTMLElement>('[data-second]'))
    onPress(moment, () => void loaded(Math.max(0, Number(moment.dataset.second) - leadSeconds)).play());

  return () => {
    presses.abort();
    player?.unload();
  };
}

function setText(element: Element | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}
