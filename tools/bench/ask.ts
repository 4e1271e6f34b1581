import { type Agent, request } from 'node:http';

interface Asked {
  readonly agent: Agent;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a request and reads the whole answer. @throws if the status is not a success */
export const ask = ({ agent, method, url, headers = {}, body }: Asked): Promise<void> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const asking = request(url, {
      agent,
      method,
      headers: {
        ...headers,
        ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
      },
    });
    asking.on('error', reject);
    asking.on('response', (response) => {
      response.resume();
      response.on('end', () => {
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve();
        else reject(new Error(`${url} answered ${statusCode}`));
      });
    });
    asking.end(text);
  });
