import { toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useChangeFollow, useFollow } from './discovery-queries.ts';

/** Follows or unfollows the artist. */
export function FollowButton({ artistId, name }: { artistId: string; name: string }) {
  const follow = useFollow(artistId).data;
  const change = useChangeFollow(artistId);
  const isFollowing = follow?.following === true;
  const toggle = () =>
    change.mutate(!isFollowing, {
      onSuccess: ({ following }) =>
        toast(
          following
            ? { title: `You follow ${name}`, body: 'We’ll email you about each new track.' }
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
