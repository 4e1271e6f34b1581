import { Link } from '@tanstack/react-router';
import { minimumReviewWords, requiredListeningSeconds } from '#contract/business-rules.ts';
import { product } from '#contract/product.ts';
import { housePeaks } from '#web/identity/house-peaks.ts';
import { exampleArtist, exampleSound, exampleVerdict } from '#web/insight/verdict/example-verdict.ts';
import { VerdictPicture } from '#web/insight/verdict/verdict-picture.tsx';
import { headline } from '#web/insight/verdict/verdict-sentence.ts';
import { trackPeaks } from '#web/track-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { pictureTrack } from './picture-track.ts';

export function Opening() {
  return (
    <div className="relative">
      <div className="pointer-events-none absolute -top-2 -right-[14vw] w-[min(44vw,36rem)] max-sm:hidden">
        <GrooveRecord id={pictureTrack} peaks={housePeaks} isPlaying />
      </div>
      <div className="relative pt-2 sm:max-w-[60%]">
        <h1 tabIndex={-1}>
          <SwellType peaks={rising} largest={8.25} smallest={3.4}>
            Heard before
          </SwellType>
          <SwellType peaks={fading} largest={8.25} smallest={3.4} tone="brass">
            it’s out
          </SwellType>
        </h1>
        <p className="max-w-xl pt-4 text-lg text-muted sm:text-xl">
          Artists upload tracks nobody has heard. Listeners give each one {requiredListeningSeconds} real
          seconds and {minimumReviewWords} honest words, and get paid for it.
        </p>
        <p className="pt-3 font-semibold">{product.tagline}</p>
        <div className="flex flex-wrap gap-3 pt-5">
          <Link to="/auth" search={{ form: 'sign-up' }} className={buttonStyle({ size: 'large' })}>
            Create account
          </Link>
          <Link
            to="/auth"
            search={{ form: 'sign-in' }}
            className={buttonStyle({ size: 'large', variant: 'quiet' })}
          >
            Sign in
          </Link>
        </div>
      </div>
      <SampleVerdict />
    </div>
  );
}

/** What an artist gets, with the sound: the first picture is the product's own page. */
function SampleVerdict() {
  const { track, clusters } = exampleVerdict;
  return (
    <section aria-label="A sample verdict" className="relative mt-8 border border-line bg-panel p-4 sm:p-8">
      <VerdictPicture
        sentence={headline(exampleVerdict)}
        title={track.title}
        peaks={trackPeaks(track.peaks)}
        durationSeconds={track.durationSeconds}
        moments={clusters}
        sound={exampleSound}
      >
        <div className="grid justify-items-start gap-x-3 gap-y-1 text-sm whitespace-nowrap text-muted sm:flex sm:items-center">
          <Badge>Sample</Badge>
          <span className="max-w-full grow truncate">{`“${track.title}” by ${exampleArtist}`}</span>
          <Link to="/example" className={linkStyle}>
            See the whole verdict
          </Link>
        </div>
      </VerdictPicture>
    </section>
  );
}

const rising = [0.35, 0.2, 0.5, 0.45, 1, 1, 0.7, 0.1, 0.5, 0, 0.6];
const fading = [0.1, 0.75, 0.4, 0.85, 1, 1, 0.8];
