import type { Profile } from '#contract/identity/accounts.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { sendPicture } from '#web/files/send-picture.ts';

/** Uploads a picture and returns the changed profile. @throws ApiRefusal, ServerUnreachable */
export const uploadAvatar = (file: File): Promise<Profile> => sendPicture<Profile>(avatarUploadPath, file);
