import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { leadSeconds } from '#contract/insight/verdict/verdict-rules.ts';
import { createAudioPlayer } from '#web/music/tracks/audio-player.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Stars } from '#web/ui/display/stars.tsx';
import { exampleArtist, exampleSound, exampleVerdict } from './example-verdict.ts';
import { quotesOf } from './quotes.ts';
import { StandingOut } from './standing-out.tsx';
import type { VerdictPlayback } from './use-verdict-playback.ts';
import { VerdictSentence } from './verdict-heading.tsx';
import { VerdictStage } from './verdict-stage.tsx';

const newest = 3;
const peaks = trackPeaks(exampleVerdict.track.peaks);
const quotes = quotesOf(exampleVerdict.reviews.items, exampleVerdict.track.durationSeconds);

/** The verdict on a sample track, for everybody: the artist's page without what only an artist can do. */
export function ExamplePage() {
  const { track, reviews } = exampleVerdict;
  const playback = useExamplePlayback();
  return (
    <article className="verdict mx-auto grid w-full max-w-325 gap-8 px-4 py-6 sm:px-12">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border border-line bg-panel px-4 py-3 text-muted">
        <Badge>Sample</Badge>
        <span>
          {`The music is real, by ${exampleArtist}. Its listeners and what they say are made up. Your own page looks like this.`}
        </span>
        <a href="/samples/music/LICENCE.md" className={linkStyle}>
          License
        </a>
      </p>
      <header className="grid gap-4">
        <div>
          <h1 tabIndex={-1} className="text-2xl">
            {track.title}
          </h1>
          <p className="text-sm text-muted">{`${exampleArtist} · ${track.reviewCount} reviews`}</p>
        </div>
        <VerdictSentence verdict={exampleVerdict} onPlay={playback.playMoment} />
      </header>
      <VerdictStage verdict={exampleVerdict} peaks={peaks} playback={playback} quotes={quotes} />
      <StandingOut verdict={exampleVerdict} quotes={quotes} onPlay={playback.playMoment} />
      <section aria-labelledby="newest-reviews" className="grid gap-3">
        <h2 id="newest-reviews" className="text-2xl">
          Newest reviews
        </h2>
        <ul className="border-b border-line">
          {reviews.items.slice(0, newest).map(({ id, listenerName, rating, comment }) => (
            <li key={id} className="grid gap-x-8 gap-y-2 border-t border-line py-5 sm:grid-cols-[11rem_1fr]">
              <p className="flex flex-wrap content-start items-center gap-x-4 gap-y-1 sm:grid">
                <span className="font-semibold">{listenerName}</span>
                <Stars value={rating} label={`${rating} of 5 stars`} />
              </p>
              <p className="max-w-[72ch]">{comment}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="your-track" className="grid justify-items-start gap-4">
        <h2 id="your-track" className="text-3xl">
          Now your track
        </h2>
        <div className="flex flex-wrap gap-3">
          <Link
            to="/auth"
            search={{ form: 'sign-up', as: 'artist' }}
            className={buttonStyle({ size: 'large' })}
          >
            Upload a track
          </Link>
          <Link to="/" hash="plans" className={buttonStyle({ size: 'large', variant: 'quiet' })}>
            See what it costs
          </Link>
        </div>
      </section>
    </article>
  );
}

/** Plays the sample's recording, of which nothing is loaded before the first press. */
function useExamplePlayback(): VerdictPlayback {
  const [audio] = useState(createAudioPlayer);
  const { isPlaying, position } = useSyncExternalStore(audio.subscribe, audio.state);
  useEffect(() => audio.unload, [audio]);
  return useMemo(() => {
    const seek = (seconds: number) =>
      audio.isLoaded() && audio.state().failure === null
        ? audio.seek(seconds)
        : audio.load(exampleSound, seconds);
    const playFrom = (seconds: number) => {
      seek(seconds);
      void audio.play();
    };
    const play = () => playFrom(audio.position());
    return {
      isPlaying,
      position,
      toggle: () => (isPlaying ? audio.pause() : play()),
      seek,
      play,
      playMoment: (second: number) => playFrom(Math.max(0, second - leadSeconds)),
    };
  }, [audio, isPlaying, position]);
}
