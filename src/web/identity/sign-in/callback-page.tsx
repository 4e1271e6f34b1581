import { useLocation } from '@tanstack/react-router';
import { BadLink } from './bad-link.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { ResetPassword } from './reset-password.tsx';

/**
 * Handles an emailed link: a new account, a changed address or a forgotten password. Opening another link in the same
 * tab only changes the hash, so the token is the key, which resets the page.
 */
export function CallbackPage() {
  const link = new URLSearchParams(useLocation().hash);
  const token = link.get('token');
  const type = link.get('type');
  if (token !== null && (type === 'signup' || type === 'email_change')) {
    return <ConfirmEmail key={token} type={type} token={token} />;
  }
  if (token !== null && type === 'recovery') return <ResetPassword key={token} token={token} />;
  return (
    <BadLink sendAgain="signup">
      This link is incomplete. Open it from the email again, or request a new one.
    </BadLink>
  );
}
