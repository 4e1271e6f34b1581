import type { Profile } from '#contract/accounts/accounts.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { sendPicture } from '#web/send-picture.ts';

/** Uploads a picture and returns the changed profile. @throws ApiRefusal, ServerUnreachable */
export const uploadAvatar = (file: File): Promise<Profile> => sendPicture<Profile>(avatarUploadPath, file);
