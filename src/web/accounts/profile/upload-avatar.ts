import type { Profile } from '#contract/accounts/accounts.ts';
import { avatarUploadPath } from '#contract/upload-paths.ts';
import { sendPicture } from '#web/send-picture.ts';

/** Sends the bytes of a picture; returns the profile that shows it. Throws `ApiRefusal` or `ServerUnreachable`. */
export const uploadAvatar = (file: File): Promise<Profile> => sendPicture<Profile>(avatarUploadPath, file);
