/** Another request took over this upload, or the artist cancelled it, so the rest of this body is discarded. */
export class UploadOvertaken extends Error {
  override readonly name = 'UploadOvertaken';
}
