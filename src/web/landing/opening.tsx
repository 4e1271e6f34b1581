import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { minimumReviewWords, requiredListeningSeconds } from '#contract/business-rules.ts';
import { product } from '#contract/product.ts';
import { housePeaks } from '#web/identity/house-peaks.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { Waveform } from '#web/ui/music/waveform.tsx';
import { moveNeedle, needleStart, pictureTrack } from './needle.ts';

export function Opening() {
  const [position, setPosition] = useState(needleStart);
  useEffect(() => moveNeedle(setPosition), []);
  return (
    <div className="relative">
      <div className="pointer-events-none absolute top-0 left-1/2 w-56 sm:-top-2 sm:-right-[14vw] sm:left-auto sm:w-[min(44vw,36rem)]">
        <GrooveRecord id={pictureTrack.id} peaks={housePeaks} isPlaying />
      </div>
      <div className="relative pt-40 sm:max-w-[60%] sm:pt-2">
        <h1 tabIndex={-1}>
          <span className="block max-sm:max-w-64">
            <SwellType peaks={rising} largest={8.25} smallest={4.1}>
              Heard before
            </SwellType>
          </span>
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
      <div className="relative pt-4">
        <Waveform
          peaks={housePeaks}
          duration={pictureTrack.seconds}
          position={position}
          furthest={requiredListeningSeconds}
          gate={{ at: requiredListeningSeconds, caption: 'review unlocks' }}
          height={128}
          label="A waveform with a line at one minute, where the review unlocks"
        />
      </div>
    </div>
  );
}

const rising = [0.35, 0.2, 0.5, 0.45, 1, 1, 0.7, 0.1, 0.5, 0, 0.6];
const fading = [0.1, 0.75, 0.4, 0.85, 1, 1, 0.8];
