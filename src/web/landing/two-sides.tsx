import { Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  minimumPayout,
  minimumReviewWords,
  requiredListeningSeconds,
  rewardPerReview,
} from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { UserType } from '#contract/identity/accounts.ts';
import type { PayTerms } from '#contract/reviewing/reviews/pay-terms.ts';
import { PayText } from '#web/pay-text.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { Lights } from '#web/ui/music/lights.tsx';

/** What artists and listeners get. */
export function TwoSides({ pay }: { pay: PayTerms }) {
  return (
    <div className="grid gap-px border border-line bg-line lg:grid-cols-2">
      <Side
        id="artists"
        as="artist"
        title="For artists"
        lead="Know what strangers think before the whole world can tell you."
        gains={[
          `Every reviewer really listens for ${requiredListeningSeconds} seconds. We measure it on our side.`,
          `One to five stars, and at least ${minimumReviewWords} words that say why`,
          'Audio links expire after an hour and open only for the listener reviewing your track',
          'See on the waveform where listeners stay and where they leave',
        ]}
        way="Upload a track"
      >
        <SampleReview />
      </Side>
      <Side
        id="listeners"
        as="listener"
        title="For listeners"
        lead={`${formatCents(rewardPerReview)} for each approved review. No followers needed, only ears.`}
        terms={<PayText terms={pay} />}
        gains={[
          'One track at a time, from a queue that’s fair to every artist',
          'Music that isn’t out anywhere yet',
          `Request a payout once you have ${formatCents(minimumPayout)}`,
          'Rejected reviews come with a reason',
        ]}
        way="Start listening"
      >
        <Lights
          label="Seconds heard"
          count={requiredListeningSeconds}
          lit={requiredListeningSeconds}
          tone="earned"
          start={`${requiredListeningSeconds} s heard`}
          end="Review unlocked"
        />
      </Side>
    </div>
  );
}

interface SideProps {
  id: string;
  as: UserType;
  title: string;
  lead: string;
  terms?: ReactNode;
  gains: readonly string[];
  /** The main call to action of this side. */
  way: string;
  children: ReactNode;
}

function Side({ id, as, title, lead, terms, gains, way, children }: SideProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-8 content-between gap-10 bg-panel p-6 sm:p-12"
    >
      <div className="grid gap-6">
        <h2 id={`${id}-title`} className="text-5xl sm:text-6xl">
          {title}
        </h2>
        <p className="max-w-md text-xl">{lead}</p>
        {terms}
        <ul className="grid gap-3">
          {gains.map((gain) => (
            <li key={gain} className="flex gap-3 text-muted">
              <Check aria-hidden size={20} strokeWidth={2} className="mt-0.5 shrink-0 text-mint" />
              {gain}
            </li>
          ))}
        </ul>
      </div>
      <div className="grid gap-8">
        {children}
        <div>
          <Link to="/auth" search={{ form: 'sign-up', as }} className={buttonStyle({ variant: 'quiet' })}>
            {way}
          </Link>
        </div>
      </div>
    </section>
  );
}

/** An example of a review, labeled as such. */
function SampleReview() {
  return (
    <figure className="grid gap-3 border-s-4 border-brass-mark ps-4">
      <figcaption className="flex flex-wrap items-center justify-between gap-3 text-sm font-semibold">
        Sample review
        <Stars value={4} label="4 of 5 stars" />
      </figcaption>
      <blockquote>
        The riff had me within four bars. The middle could be a little shorter, and the lead guitar sits loud
        over everything else, but the last minute more than makes up for both.
      </blockquote>
    </figure>
  );
}
