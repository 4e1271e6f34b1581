import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** The prefix of all our keys. */
  readonly below: string;
}

/** Uploads a large object in parts and completes it, or leaves nothing. Returns its bytes. */
export async function writeMultipart(
  { client, name }: Bucket,
  key: string,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<number> {
  const place = { Bucket: name, Key: key };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId };
  try {
    const parts: CompletedPart[] = [];
    let byteLength = 0;
    const send = async (Body: Buffer) => {
      const PartNumber = parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
      parts.push({ ETag, PartNumber });
      byteLength += Body.length;
    };
    await send(first);
    for await (const part of rest) await send(part);
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }));
    return byteLength;
  } catch (error) {
    // If the abort fails, the sweep deletes the upload later.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** Aborts multipart uploads with one of these prefixes that were started before that time. Returns how many. */
export async function removeMultipartUploads(
  { client, name, below }: Bucket,
  before: Date,
  prefixes: readonly string[],
): Promise<number> {
  // Compared here, because not every service filters by prefix.
  const isOurs = (key: string) => prefixes.some((prefix) => key.startsWith(below + prefix));
  let removed = 0;
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    page = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: name,
        Prefix: below,
        KeyMarker: page?.NextKeyMarker,
        UploadIdMarker: page?.NextUploadIdMarker,
      }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || !isOurs(Key)) continue;
      if (Initiated === undefined || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key, UploadId }));
      removed += 1;
    }
  } while (page.IsTruncated === true);
  return removed;
}
