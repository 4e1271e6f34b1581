import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { PageHeading } from '#web/ui/display/page-heading.tsx';
import { useSession } from '../session/session.ts';
import { CallbackFrame } from './callback-frame.tsx';

/** A link whose address is confirmed, opened again. */
export function AlreadyConfirmed() {
  const session = useSession();
  const isSignedIn = session.status === 'signedIn';
  return (
    <CallbackFrame>
      <PageHeading lead={isSignedIn ? `You’re signed in as ${session.user.email}.` : 'You can sign in now.'}>
        Your email is already confirmed
      </PageHeading>
      <div>
        <Link to={isSignedIn ? '/app' : '/auth'} className={buttonStyle({})}>
          {isSignedIn ? 'Continue' : 'Go to sign in'}
        </Link>
      </div>
    </CallbackFrame>
  );
}
