/** Why a bucket cannot be used. S3 sends some errors without a message, and then only the name helps. */
export function bucketFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (/^(?:NoSuchBucket|NotFound)$/.test(error.name)) return 'there is no such bucket';
  return `${error.name}: ${error.message}`;
}
