/** Fields of PostgreSQL errors that are safe to log; never `detail` or `hint`, which quote row contents. */
const loggedFields = [
  'code',
  'constraint',
  'table',
  'column',
  'severity',
  'statusCode',
  'retryAfterSeconds',
] as const;

interface LoggedError {
  readonly [known: string]: unknown;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** The logged form of an error. */
function loggedError(error: Error): LoggedError {
  const known = new Map(Object.entries(error));
  const fields = loggedFields.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : []));
  return {
    ...Object.fromEntries(fields),
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
}

/** `sign` is a text that every match of the pattern contains. Most lines contain none, so no search is needed. */
const masks: readonly (readonly [sign: string, pattern: RegExp, instead: string])[] = [
  ['@', /[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '(email)'],
  // JSON Web Tokens and other long random values that are personal.
  ['eyJ', /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '(token)'],
  ['=', /\b(token|password|secret|code)=[^&\s"\\]+/gi, '$1=(hidden)'],
  ['/api/', /(\/api\/(?:audio|exports)\/)[\w.%-]+/g, '$1(link)'],
  ['://', /\b(postgres(?:ql)?|smtps?):\/\/[^@\s"\\]*@/g, '$1://(hidden)@'],
];

/** Masks emails, tokens, links and passwords in a finished log line. */
export const maskLine = (line: string): string =>
  masks.reduce(
    (text, [sign, pattern, instead]) => (text.includes(sign) ? text.replace(pattern, instead) : text),
    line,
  );

/**
 * Batches all log lines of one event-loop turn into a single write, because a write to a pipe costs about half as much
 * as a small request.
 */
const lineWriter = () => {
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) process.stdout.write(lines.join(''));
    lines = [];
  };
  // Flushes before the process ends, for whatever reason.
  process.on('exit', flush);
  return (line: string) => {
    if (lines.length === 0) setImmediate(flush);
    lines.push(maskLine(line));
  };
};
const writeLine = lineWriter();

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The server's log: JSON lines with ids of requests and calls, without people's addresses and without headers. */
export const serverLog = (level: (typeof logLevels)[number]) => ({
  level,
  base: null,
  serializers: { err: loggedError, req: () => ({}), res: () => ({}) },
  stream: { write: writeLine },
});
