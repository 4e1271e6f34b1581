import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const secretAccessKey = 'the secret of the stand-in';
const keysOfPage = 5;

interface Stored {
  readonly content: Buffer;
  readonly modifiedAt: Date;
}

/** A service for buckets on this machine that the AWS SDK talks to. It checks signatures and gives lists in short pages. */
export interface S3StandIn {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Objects by bucket and key, for example `music/tracks/a.mp3`. */
  readonly objects: Map<string, Stored>;
  /** Large objects that were begun and are neither whole nor taken back. */
  readonly unfinished: Map<string, { readonly path: string; readonly parts: Map<number, Buffer> }>;
  /** Every request as method and path, oldest first. */
  readonly asked: string[];
  /** Whether a request, named by method and path, loses its connection; `half` loses it in the middle of the answer. */
  breaks: (call: string) => boolean | 'half';
  close(): Promise<void>;
}

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const keyed = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const failure = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;

/** Whether Signature Version 4 of the request is right. */
function isSigned(request: IncomingMessage, url: URL, content: Buffer): boolean {
  const header = request.headers.authorization ?? '';
  const [, scope = '', names = '', signature] =
    /Credential=stand-in\/(\S+), SignedHeaders=(\S+), Signature=(\S+)/.exec(header) ?? [];
  const [day = '', region = '', service = '', ending = ''] = scope.split('/');
  const told = String(request.headers['x-amz-content-sha256']);
  if (/^[\da-f]{64}$/.test(told) && told !== hash(content)) return false;
  const query = url.search.slice(1).split('&').filter(Boolean);
  const canonical = [
    request.method,
    url.pathname,
    query
      .map((part) => (part.includes('=') ? part : `${part}=`))
      .sort()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    told,
  ].join('\n');
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash(canonical)].join('\n');
  const key = [region, service, ending].reduce(keyed, keyed(`AWS4${secretAccessKey}`, day));
  return keyed(key, text).toString('hex') === signature;
}

/** @param buckets that are there */
export async function startS3StandIn(buckets: readonly string[]): Promise<S3StandIn> {
  const objects: S3StandIn['objects'] = new Map();
  const unfinished: S3StandIn['unfinished'] = new Map();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://s3');
    const content = await buffer(request).catch(() => Buffer.alloc(0));
    const call = `${request.method} ${url.pathname}${url.search}`;
    asked.push(call);
    const breaks = standIn.breaks(call);
    if (breaks === true) return request.socket.destroy();
    if (!isSigned(request, url, content)) return answer(response, 403, failure('SignatureDoesNotMatch'));
    const [bucket = ''] = url.pathname.slice(1).split('/');
    if (!buckets.includes(bucket)) return answer(response, 404, failure('NoSuchBucket'));
    const path = decodeURIComponent(url.pathname.slice(1));
    const asking = { ...{ method: request.method ?? '', path, bucket, content }, query: url.searchParams };
    const [status, body] = reply({ objects, unfinished }, asking, request.headers.range);
    if (breaks !== 'half') return answer(response, status, body, request.method === 'HEAD');
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
    response.write(Buffer.from(body).subarray(0, Buffer.byteLength(body) / 2), () =>
      request.socket.destroy(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  const standIn: S3StandIn = {
    endpoint: `http://127.0.0.1:${port}`,
    accessKeyId: 'stand-in',
    ...{ secretAccessKey, objects, unfinished, asked },
    breaks: () => false,
    close: async () => {
      server.close().closeAllConnections();
    },
  };
  return standIn;
}

function answer(response: ServerResponse, status: number, body: string | Buffer, isHead = false): void {
  const headers = { 'content-length': Buffer.byteLength(body), etag: `"${hash(body)}"` };
  response.writeHead(status, headers).end(isHead ? undefined : body);
}

interface Asking {
  readonly method: string;
  readonly bucket: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly content: Buffer;
}
type Reply = readonly [status: number, body: string | Buffer];
type Kept = Pick<S3StandIn, 'objects' | 'unfinished'>;

function reply(kept: Kept, asking: Asking, range: string | undefined): Reply {
  const { method, path, query, bucket, content } = asking;
  if (query.has('uploads') || query.has('uploadId')) return replyOfParts(kept, asking);
  if (path === bucket || path === `${bucket}/`) return [200, method === 'GET' ? listing(kept, asking) : ''];
  if (method === 'PUT') kept.objects.set(path, { content, modifiedAt: new Date() });
  if (method === 'DELETE') return [kept.objects.delete(path) ? 204 : 204, ''];
  if (method !== 'GET') return [200, ''];
  const found = kept.objects.get(path);
  if (!found) return [404, failure('NoSuchKey')];
  const [, first, last] = /bytes=(\d+)-(\d+)/.exec(range ?? '') ?? [];
  return first === undefined
    ? [200, found.content]
    : [206, found.content.subarray(Number(first), Number(last) + 1)];
}

function listing({ objects }: Kept, { bucket, query }: Asking): string {
  const begin = `${bucket}/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((path) => path.startsWith(begin) && path > after).sort();
  const page = keys.slice(0, keysOfPage);
  const next = keys.length > page.length ? page.at(-1) : undefined;
  const entries = page.map((path) => {
    const { content, modifiedAt } = objects.get(path) ?? { content: '', modifiedAt: new Date() };
    return `<Contents><Key>${path.slice(bucket.length + 1)}</Key><Size>${content.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
  });
  const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`;
}

function replyOfParts({ objects, unfinished }: Kept, { method, path, query, content }: Asking): Reply {
  const id = query.get('uploadId') ?? randomUUID();
  if (method === 'GET') {
    const all = [...unfinished].map(
      ([upload, { path: at }]) =>
        `<Upload><Key>${at.slice(at.indexOf('/') + 1)}</Key><UploadId>${upload}</UploadId><Initiated>2026-01-01T00:00:00Z</Initiated></Upload>`,
    );
    return [200, `<ListMultipartUploadsResult>${all.join('')}</ListMultipartUploadsResult>`];
  }
  if (query.has('uploads')) {
    unfinished.set(id, { path, parts: new Map() });
    return [200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`];
  }
  const upload = unfinished.get(id);
  if (!upload) return [404, failure('NoSuchUpload')];
  if (method === 'PUT') upload.parts.set(Number(query.get('partNumber')), content);
  else unfinished.delete(id);
  if (method === 'POST') {
    const parts = [...upload.parts].sort(([one], [other]) => one - other).map(([, part]) => part);
    objects.set(path, { content: Buffer.concat(parts), modifiedAt: new Date() });
    return [200, '<CompleteMultipartUploadResult><ETag>whole</ETag></CompleteMultipartUploadResult>'];
  }
  return [200, ''];
}
