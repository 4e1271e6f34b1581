import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { traced } from '../telemetry/trace.ts';
import {
  ObjectMissing,
  type ObjectStorage,
  objectKey,
  StorageFull,
  type StoredObject,
} from './object-storage.ts';

export interface S3StorageOptions {
  /** The service's address, for example https://s3.example.com; Amazon's own by default. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Puts the bucket in the path instead of the host name, as most services other than Amazon require. */
  readonly pathStyle: boolean;
  /** The prefix of all keys, beyond which nothing in the bucket is touched; the whole bucket by default. */
  readonly prefix?: string | undefined;
  /** Attempts per request; the SDK backs off up to 20 seconds. 3 by default. */
  readonly attempts?: number | undefined;
}

/** Bytes per request, and what a write holds in memory. The smallest part that S3 accepts. */
const partBytes = 5 * 1024 * 1024;

/** A listener's stream keeps a connection for as long as it plays. */
const connections = { keepAlive: true, maxSockets: 1000 };
const usualAttempts = 3;
const timeouts = { connectionTimeout: 5000, socketTimeout: 60_000 };

/**
 * Objects in a bucket of Amazon S3 or a compatible service.
 * @throws if the bucket cannot be reached with these settings
 */
export async function s3Storage(options: S3StorageOptions): Promise<ObjectStorage> {
  const client = clientOf(options);
  await client.send(new HeadBucketCommand({ Bucket: options.bucket }));
  const below = options.prefix === undefined ? '' : `${objectKey(options.prefix)}/`;
  const bucket: Bucket = { client, name: options.bucket, below };
  const at = (key: string) => ({ Bucket: options.bucket, Key: below + objectKey(key) });
  return {
    checksContent: true,
    write: async (key, content) => {
      try {
        return { byteLength: await writeObject(bucket, at(key), content) };
      } catch (error) {
        throw isOutOfRoom(error) ? new StorageFull('The bucket is full.', { cause: error }) : error;
      }
    },
    read: async (key, range) => {
      const bytes = range && { Range: `bytes=${range.first}-${range.last}` };
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(key), ...bytes }));
        if (Body instanceof Readable) return Body;
        throw new Error(`The storage returned no content for ${key}.`);
      } catch (error) {
        if (!(error instanceof NoSuchKey)) throw error;
        throw new ObjectMissing(`There is no object ${key}.`, { cause: error });
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(at(key)));
    },
    list: (prefix) => listObjects(bucket, prefix),
    removeUnfinished: (before, prefixes) => removeMultipartUploads(bucket, before, prefixes),
  };
}

function clientOf(options: S3StorageOptions): S3Client {
  const client = new S3Client({
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.pathStyle,
    maxAttempts: options.attempts ?? usualAttempts,
    // Services other than Amazon's do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { ...timeouts, httpAgent: connections, httpsAgent: connections },
  });
  client.middlewareStack.add(
    (next, { commandName = 'S3' }) =>
      (request) =>
        traced(
          `s3 ${commandName}`,
          () => ({ 'rpc.system': 'aws-api' }),
          () => next(request),
        ),
    { step: 'initialize', name: 'traced' },
  );
  return client;
}

const isOutOfRoom = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (error.name === 'QuotaExceeded' || error.$metadata.httpStatusCode === 507);

/**
 * Content of one part is sent in one request, more as a multipart upload; S3 shows neither before it is complete.
 * Returns the bytes.
 */
async function writeObject(
  bucket: Bucket,
  place: { Bucket: string; Key: string },
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const parts = inParts(content);
  const first = (await parts.next()).value ?? Buffer.alloc(0);
  if (first.length === partBytes) return writeMultipart(bucket, place.Key, first, parts);
  await bucket.client.send(new PutObjectCommand({ ...place, Body: first }));
  return first.length;
}

/** The content in pieces of 5 MiB, the last one shorter; none if it is empty. All share one buffer. */
async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  const part = Buffer.allocUnsafeSlow(partBytes);
  let length = 0;
  for await (const chunk of content) {
    for (let taken = 0; taken < chunk.length; ) {
      const piece = chunk.subarray(taken, taken + partBytes - length);
      part.set(piece, length);
      taken += piece.length;
      length += piece.length;
      if (length < partBytes) continue;
      yield part;
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}

async function* listObjects({ client, name, below }: Bucket, prefix: string): AsyncGenerator<StoredObject> {
  for await (const page of paginateListObjectsV2({ client }, { Bucket: name, Prefix: below + prefix })) {
    for (const { Key, Size, LastModified } of page.Contents ?? []) {
      if (Key === undefined || LastModified === undefined) continue;
      yield { key: Key.slice(below.length), byteLength: Size ?? 0, modifiedAt: LastModified };
    }
  }
}

/** Why a bucket cannot be used. S3 sends some errors without a message, and then only the name helps. */
export function bucketFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (/^(?:NoSuchBucket|NotFound)$/.test(error.name)) return 'there is no such bucket';
  return `${error.name}: ${error.message}`;
}

interface Bucket {
  readonly client: S3Client;
  readonly name: string;
  /** The prefix of all our keys. */
  readonly below: string;
}

/** Uploads a large object in parts and completes it, or leaves nothing. Returns its bytes. */
async function writeMultipart(
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
async function removeMultipartUploads(
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
