import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { OperatorError } from '../foundation/operator-messages.ts';

/** Checks the port before anything is started or migrated. @throws OperatorError if the server cannot listen there */
export async function assertCanListen(port: number, host: string): Promise<void> {
  if (port === 0) return;
  const error = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
  if (!error) return;
  if (error.code === 'EADDRINUSE') {
    throw new OperatorError(
      `Port ${port} is in use, perhaps by another Earshot. Stop that program, or set PORT to another one.`,
    );
  }
  if (error.code === 'EACCES') {
    throw new OperatorError(
      `This user may not listen on port ${port}. Set PORT to 1024 or above and put a reverse proxy in front.`,
    );
  }
  throw new OperatorError(`Cannot listen on ${host}, port ${port} (${error.message}). Check HOST and PORT.`);
}

/** Creates the data folder if needed. @throws OperatorError if this user cannot write there */
export async function assertCanStore(dataDirectory: string): Promise<void> {
  try {
    await mkdir(dataDirectory, { recursive: true });
    await access(dataDirectory, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorError(
      `Cannot write to DATA_DIR ${dataDirectory} (${reason}). Make it a folder that belongs to the user who runs Earshot.`,
      { cause: error },
    );
  }
}
