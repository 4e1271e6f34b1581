import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { useSession } from '../session/session.ts';
import { CallbackFrame } from './callback-frame.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

/** An unusable link, with a way to get a new one. */
export function BadLink({ sendAgain, children }: { sendAgain: LinkKind; children: ReactNode }) {
  const isSignedIn = useSession().status === 'signedIn';
  return (
    <CallbackFrame>
      <PageHeading lead={children}>This link does not work</PageHeading>
      {sendAgain === 'signup' && isSignedIn && (
        <div>
          <Link to="/app" className={buttonStyle({})}>
            Continue to the app
          </Link>
        </div>
      )}
      {sendAgain === 'signup' && !isSignedIn && <AnotherConfirmation />}
      {sendAgain === 'recovery' && (
        <div>
          <Link to="/auth" search={{ form: 'recover' }} className={buttonStyle({})}>
            Send a new link
          </Link>
        </div>
      )}
      {sendAgain === 'email_change' && (
        <div>
          <Link to="/app/settings" className={buttonStyle({})}>
            Go to Settings
          </Link>
        </div>
      )}
    </CallbackFrame>
  );
}

type LinkKind = 'signup' | 'recovery' | 'email_change';

function AnotherConfirmation() {
  const [email, setEmail] = useState('');
  return (
    <div className="grid max-w-md gap-4">
      <TextField label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} />
      <div className="flex flex-wrap gap-3">
        <ResendConfirmation email={email.trim()} isDisabled={!email.includes('@')} />
        <Link to="/auth" className={buttonStyle({ variant: 'plain' })}>
          Go to sign in
        </Link>
      </div>
    </div>
  );
}
