import { Link, useLocation } from '@tanstack/react-router';
import { useSession } from '#web/accounts/session.ts';
import { toastFor } from '#web/error-messages.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonStyle } from '#web/ui/button-style.ts';
import { toast } from '#web/ui/toast.tsx';
import { useChangeFollow, useFollow } from './discovery-queries.ts';

/** Follows and unfollows; signed out it leads to sign-in and back; on one's own page there is none. */
export function FollowButton({ artistId, name }: { artistId: string; name: string }) {
  const session = useSession();
  const { pathname } = useLocation();
  const follow = useFollow(artistId).data;
  const change = useChangeFollow(artistId);
  if (session.status === 'signedOut') {
    return (
      <Link to="/auth" search={{ next: pathname }} className={buttonStyle({ variant: 'quiet' })}>
        Follow
      </Link>
    );
  }
  if (session.status === 'signedIn' && session.user.id === artistId) return null;
  const isFollowing = follow?.following === true;
  const toggle = () =>
    change.mutate(!isFollowing, {
      onSuccess: ({ following }) =>
        toast(
          following
            ? { title: `You follow ${name}`, body: 'You get a mail about each new track.' }
            : { title: `You no longer follow ${name}` },
        ),
      onError: (error) =>
        toast(toastFor(error, { title: isFollowing ? 'Unfollow failed' : 'Follow failed' })),
    });
  return (
    <Button
      variant="quiet"
      onPress={toggle}
      isPending={change.isPending}
      isDisabled={follow === undefined}
      aria-label={isFollowing ? `Following ${name}, press to unfollow` : `Follow ${name}`}
    >
      {isFollowing ? 'Following' : 'Follow'}
    </Button>
  );
}
