import type { ReactNode } from 'react';
import {
  minimumPayout,
  minimumReviewWords,
  requiredListeningSeconds,
  rewardPerReview,
} from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { UserType } from '#contract/identity/accounts.ts';
import { PayText } from '#web/pay-text.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { usePay } from '#web/use-pay.ts';

const abilities: Readonly<Record<UserType, readonly string[]>> = {
  listener: [
    'Hear tracks before they’re out, picked for you one at a time',
    `Listen for ${requiredListeningSeconds} seconds and review in ${minimumReviewWords} words or more`,
    `Earn ${formatCents(rewardPerReview)} for each approved review`,
    `Request a payout once you have ${formatCents(minimumPayout)}`,
  ],
  artist: [
    'Upload unreleased tracks as MP3',
    'Read structured reviews from people who really listened',
    'Follow plays and ratings in Analytics',
    'Buy more reviews, once or with a monthly plan',
  ],
};

/** What each role can do: the chosen one first, or both if none is chosen. */
export function RoleInfo({ userType }: { userType: UserType | null }) {
  return (
    <aside className="grid content-start gap-4" aria-label="What each role can do">
      {userType !== 'artist' && (
        <Abilities title="As a listener you can" items={abilities.listener}>
          <Pay />
        </Abilities>
      )}
      {userType !== 'listener' && <Abilities title="As an artist you can" items={abilities.artist} />}
      <p className="text-sm text-muted">You can switch at any time.</p>
    </aside>
  );
}

const Pay = () => (
  <div className="pb-4">
    <PayText terms={usePay()} />
  </div>
);

interface AbilitiesProps {
  title: string;
  items: readonly string[];
  children?: ReactNode;
}

function Abilities({ title, items, children }: AbilitiesProps) {
  return (
    <Panel title={title} tone="act">
      {children}
      <ul className="grid list-disc gap-2 ps-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Panel>
  );
}
