// Paths of streaming routes, which are not calls of the contract.

/** PUT the bytes of a JPEG, PNG or WebP here. Returns the caller's profile. */
export const avatarUploadPath = '/api/profile/avatar';

/** PUT the bytes of a JPEG, PNG or WebP here. Returns the track with its cover. */
export const coverUploadPath = (trackId: string) => `/api/tracks/${trackId}/cover` as const;

/**
 * PUT the audio here as a raw body. The client chooses the upload's id, which stays the same across retries. To resume,
 * send the rest with `Content-Range: bytes FIRST-LAST/TOTAL`, from the byte that `readUpload` names; without the header
 * the file starts over.
 */
export const uploadContentPath = (uploadId: string) => `/api/uploads/${uploadId}/content`;
