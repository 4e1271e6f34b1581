/** Another request took over this upload, or the artist canceled it, so the rest of this body is discarded. */
export class UploadOvertaken extends Error {
  override readonly name = 'UploadOvertaken';
}
