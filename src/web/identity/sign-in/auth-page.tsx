import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { minimumReviewWords, requiredListeningSeconds, rewardPerReview } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import type { UserType } from '#contract/identity/accounts.ts';
import { product } from '#contract/product.ts';
import { PayText } from '#web/pay-text.tsx';
import { Tabs } from '#web/ui/controls/tabs.tsx';
import { GrooveRecord } from '#web/ui/music/groove-record.tsx';
import { SwellType } from '#web/ui/music/swell-type.tsx';
import { usePay } from '#web/use-pay.ts';
import { nameWindow } from '#web/window-title.ts';
import { housePeaks } from '../house-peaks.ts';
import { rememberWantedRole, roleNamed } from '../roles/wanted-role.ts';
import { useSession } from '../session/session.ts';
import { SecondFactorForm } from '../settings/second-factor-form.tsx';
import { nextPath } from './next-path.ts';
import { RecoverForm } from './recover-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** Sign-in and sign-up. Signed-in users are redirected to the page they wanted, or home. */
export function AuthPage() {
  const session = useSession();
  const { next, form, as } = useSearch({ from: '/entry/auth' });
  const role = roleNamed(as);
  useEffect(() => {
    if (role !== null) rememberWantedRole(role);
  }, [role]);
  if (session.status === 'signedIn') return <GoOn to={nextPath(next, window.location.origin) ?? '/app'} />;
  return (
    <div className="relative grid grow items-center overflow-hidden max-lg:content-start lg:grid-cols-[1.2fr_1fr]">
      <Opening role={role} />
      <div className="relative flex px-4 py-8 sm:px-12 lg:self-stretch lg:bg-panel lg:py-16">
        <div className="w-full max-w-md lg:m-auto">
          <AuthForms selected={form === 'sign-up' || form === 'recover' ? form : 'sign-in'} />
          {role === 'listener' && form === 'sign-up' && <ListenersPay />}
        </div>
      </div>
    </div>
  );
}

function ListenersPay() {
  const terms = usePay();
  return (
    <div className="mt-8 border-t border-line pt-6 text-sm text-muted">
      <PayText terms={terms} />
    </div>
  );
}

/** Redirects to a path of this site, including query and hash. */
function GoOn({ to }: { to: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(to), [history, to]);
  return null;
}

const titles = {
  'sign-in': 'Sign in',
  'sign-up': 'Create account',
  recover: 'Forgot your password?',
} as const;

function AuthForms({ selected }: { selected: keyof typeof titles }) {
  useEffect(() => nameWindow('/auth', titles[selected]), [selected]);
  const navigate = useNavigate({ from: '/auth' });
  const { email: given = '' } = useSearch({ from: '/entry/auth' });
  const [email, setEmail] = useState(given);
  const [challenge, setChallenge] = useState<string | null>(null);
  // The second step has no tabs above it, because using one would discard the first step.
  if (challenge !== null) {
    return <SecondFactorForm challenge={challenge} onStartAgain={() => setChallenge(null)} />;
  }
  if (selected === 'recover') return <RecoverForm email={email} onEmailChange={setEmail} />;
  return (
    <Tabs
      label="Sign in or create an account"
      selected={selected}
      onSelect={(form) => void navigate({ search: (search) => ({ ...search, form }), replace: true })}
      tabs={[
        {
          id: 'sign-in',
          label: 'Sign in',
          content: <SignInForm email={email} onEmailChange={setEmail} onChallenge={setChallenge} />,
        },
        {
          id: 'sign-up',
          label: 'Create account',
          content: <SignUpForm email={email} onEmailChange={setEmail} />,
        },
      ]}
    />
  );
}

const listened = `${requiredListeningSeconds} seconds of music nobody has heard, ${minimumReviewWords} honest words, ${formatCents(rewardPerReview)} for each approved review.`;
const openings = {
  artist: {
    heading: 'Hear what strangers hear',
    text: `Listeners hear at least ${requiredListeningSeconds} seconds of your track and write ${minimumReviewWords} words or more. You see where they stay and where you lose them. One track a month is free.`,
  },
  listener: { heading: 'Pull up a chair and listen', text: listened },
} as const satisfies Record<UserType, unknown>;

/** For the side of the landing page that one comes from; for listeners if from neither. */
function Opening({ role }: { role: UserType | null }) {
  const { heading, text } = openings[role ?? 'listener'];
  return (
    <div className="relative px-4 pt-4 sm:px-12 lg:self-stretch lg:py-24">
      <div className="pointer-events-none absolute -right-24 -bottom-56 hidden w-[30rem] lg:block">
        <GrooveRecord id="front" peaks={housePeaks} />
      </div>
      <div className="relative grid max-w-2xl gap-5">
        <p className="font-semibold">{product.tagline}</p>
        <SwellType as="h1" peaks={housePeaks} largest={6.5} smallest={2.5}>
          {heading}
        </SwellType>
        <p className="max-w-md text-lg text-muted max-lg:hidden">{text}</p>
      </div>
    </div>
  );
}
