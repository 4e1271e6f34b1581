import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  minimumPayout,
  minimumReviewWords,
  requiredListeningSeconds,
  rewardPerReview,
} from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { Lights } from '#web/ui/lights.tsx';

/** What artists and listeners get. */
export function TwoSides() {
  return (
    <div className="grid gap-px border border-line bg-line lg:grid-cols-2">
      <Side
        id="artists"
        title="For artists"
        lead="Know what strangers think before the whole world can tell you."
        gains={[
          `Every review comes after ${requiredListeningSeconds} seconds of real listening, counted by the server`,
          `${minimumReviewWords} words or more, with one to five stars, read by you`,
          'Your audio stays private: links live one hour and open only for the listener who is served',
          'Plays, ratings and reviews in one place',
        ]}
      >
        <Lights
          label="Words of a review"
          count={minimumReviewWords}
          lit={38}
          start="38 words so far"
          end={`${minimumReviewWords} send it`}
        />
      </Side>
      <Side
        id="listeners"
        title="For listeners"
        lead={`${formatCents(rewardPerReview)} for each approved review. No followers needed, only ears.`}
        gains={[
          'One track at a time from a queue that is fair to every artist',
          'Music that is not out anywhere yet',
          `Request a payout from ${formatCents(minimumPayout)}`,
          'Rejected reviews come with a reason',
        ]}
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
  title: string;
  lead: string;
  gains: readonly string[];
  children: ReactNode;
}

function Side({ id, title, lead, gains, children }: SideProps) {
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
        <ul className="grid gap-3">
          {gains.map((gain) => (
            <li key={gain} className="flex gap-3 text-muted">
              <Check aria-hidden size={20} strokeWidth={2} className="mt-0.5 shrink-0 text-mint" />
              {gain}
            </li>
          ))}
        </ul>
      </div>
      {children}
    </section>
  );
}
