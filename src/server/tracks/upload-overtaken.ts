/** Another sender has gone on with the same upload, or begun it anew: what comes here is no longer wanted. */
export class UploadOvertaken extends Error {
  override readonly name = 'UploadOvertaken';
}
