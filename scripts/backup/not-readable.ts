/** A file that was encrypted with another key or has been changed. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}
