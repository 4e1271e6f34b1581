/** An upload's body ended early or was too slow. */
export class UploadInterrupted extends Error {
  override readonly name = 'UploadInterrupted';
}
