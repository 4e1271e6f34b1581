/** The body of an upload ended before the whole file was there, or came too slowly. */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}
