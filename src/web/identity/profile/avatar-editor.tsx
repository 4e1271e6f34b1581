import type { ChangeEvent } from 'react';
import { maximumPictureBytes, shownMegabytes } from '#contract/business-rules.ts';
import type { Profile } from '#contract/identity/accounts.ts';
import { api } from '#contract/index.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { callApi } from '#web/calls/api.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { pictureFault, pictureTypes } from '#web/files/picture-fault.ts';
import { sendPicture } from '#web/files/send-picture.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { Avatar } from '#web/ui/display/avatar.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { useProfileChange } from './use-profile-change.ts';

/** Uploads a picture and returns the changed profile. @throws ApiRefusal, ServerUnreachable */
const uploadAvatar = (file: File): Promise<Profile> => sendPicture<Profile>(avatarUploadPath, file);

/** The user's avatar, with buttons to choose and remove one. */
export function AvatarEditor({ profile }: { profile: Profile }) {
  const change = useProfileChange((file: File | null) =>
    file === null ? callApi(api.accounts.removeAvatar, {}) : uploadAvatar(file),
  );
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Lets the same file be chosen again after a failure.
    event.target.value = '';
    if (file === undefined || change.isPending) return;
    const fault = await pictureFault(file).catch((error: unknown) => ({
      title: 'Error',
      body: failureText(error),
    }));
    if (fault === null) change.mutate(file);
    else toast({ ...fault, tone: 'wrong', act: 'profile' });
  };
  return (
    <div className="flex items-center gap-4 pb-5">
      <Avatar name={profile.displayName} url={profile.avatarUrl} size="large" />
      <div className="flex min-w-0 flex-wrap items-center gap-3">
        <label className={buttonStyle({ variant: 'quiet', size: 'small' })}>
          {change.isPending ? 'Saving...' : 'Upload avatar'}
          <input
            type="file"
            accept={pictureTypes.join()}
            className="sr-only"
            onChange={(event) => void choose(event)}
          />
        </label>
        {profile.avatarUrl !== null && (
          <Button
            variant="quiet"
            size="small"
            isDisabled={change.isPending}
            onPress={() => change.mutate(null)}
          >
            Remove avatar
          </Button>
        )}
        <p className="basis-full text-sm text-muted">
          JPEG, PNG or WebP, {shownMegabytes(maximumPictureBytes)} at most.
        </p>
      </div>
    </div>
  );
}
