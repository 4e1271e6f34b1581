import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface WrkRequest {
  readonly method: 'GET' | 'POST';
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests to one server, sent in turn again and again. */
export interface WrkTarget {
  readonly url: string;
  readonly requests: readonly WrkRequest[];
}

interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** For the script that wrk reads. */
  readonly folder: string;
}

export interface WrkResult {
  readonly responses: number;
  /** Of one response, with its headers. */
  readonly bytes: number;
  readonly perSecond: number;
}

/** Loads a server with wrk from one thread. @throws if a response is not a success or a connection fails */
export async function wrk(
  { url, requests }: WrkTarget,
  { connections, seconds, folder }: Load,
): Promise<WrkResult> {
  const script = join(folder, 'wrk.lua');
  await writeFile(script, scriptOf(requests));
  const load = [
    '--threads',
    '1',
    '--connections',
    `${connections}`,
    '--duration',
    `${seconds}s`,
    '--timeout',
    '30s',
  ];
  const { stdout } = await run('wrk', [...load, '--script', script, url]);
  const [responses = 0, bytes = 0, micros = 0, failed = 0] = (/^result (.*)$/m.exec(stdout)?.[1] ?? '')
    .split(' ')
    .map(Number);
  if (failed > 0 || responses === 0)
    throw new Error(`${url}${requests[0]?.path} failed ${failed} times:\n${stdout}`);
  return { responses, bytes: bytes / responses, perSecond: (responses * 1_000_000) / micros };
}

const scriptOf = (requests: readonly WrkRequest[]) => `
local requests, sent = {}, 0
init = function()
  requests = { ${requests.map(formatted).join(',\n')} }
end
request = function()
  sent = sent + 1
  return requests[sent % #requests + 1]
end
done = function(summary)
  local errors = summary.errors
  local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("result %d %d %d %d\\n", summary.requests, summary.bytes, summary.duration, failed))
end`;

/** JSON's strings are Lua's as well: these texts have neither control characters nor letters beyond ASCII. */
const formatted = ({ method, path, headers, body }: WrkRequest) => {
  const pairs = Object.entries(headers).map(([name, value]) => `[${quoted(name)}]=${quoted(value)}`);
  return `wrk.format("${method}", ${quoted(path)}, {${pairs.join(',')}}, ${body === undefined ? 'nil' : quoted(body)})`;
};
const quoted = (text: string) => JSON.stringify(text);
