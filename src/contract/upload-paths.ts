// Paths of streaming routes that are no calls of the contract.

/** PUT the bytes of a JPEG, PNG or WebP here; the answer is the caller's profile. */
export const avatarUploadPath = '/api/profile/avatar';

/** PUT the bytes of a JPEG, PNG or WebP here; the answer is the track with its cover. */
export const coverUploadPath = (trackId: string) => `/api/tracks/${trackId}/cover` as const;

/**
 * The bytes themselves go to this path as a raw body; it is a streaming route of its own and no call of the contract.
 * The upload's id is chosen by the client and names the act across retries. After a cut the rest is sent with
 * `Content-Range: bytes FIRST-LAST/TOTAL`, from the byte that `readUpload` names; without it the file begins anew.
 */
export const uploadContentPath = (uploadId: string) => `/api/uploads/${uploadId}/content`;
