import type { LogLevel } from './settings/config.ts';

/** Values of PostgreSQL's errors that say what and where; never `detail` or `hint`, which quote the row's contents. */
const toldOfErrors = [
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

/** An error as the log tells it. */
function loggedError(error: Error): LoggedError {
  const known = new Map(Object.entries(error));
  const told = toldOfErrors.flatMap((name) => (known.has(name) ? [[name, known.get(name)]] : []));
  return {
    ...Object.fromEntries(told),
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    ...(error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}),
  };
}

/** The sign that stands in whatever the pattern finds: most lines have none of these, and need no search. */
const masks: readonly (readonly [sign: string, pattern: RegExp, instead: string])[] = [
  ['@', /[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '(email)'],
  // JSON Web Tokens, and whatever else is long, random and for one person only.
  ['eyJ', /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '(token)'],
  ['=', /\b(token|password|secret|code)=[^&\s"\\]+/gi, '$1=(hidden)'],
  ['/api/', /(\/api\/(?:audio|exports)\/)[\w.%-]+/g, '$1(link)'],
  ['://', /\b(postgres(?:ql)?|smtps?):\/\/[^@\s"\\]*@/g, '$1://(hidden)@'],
];

/** A finished line without emails, tokens, links and passwords, whoever wrote them into it. */
export const maskLine = (line: string): string =>
  masks.reduce(
    (text, [sign, pattern, instead]) => (text.includes(sign) ? text.replace(pattern, instead) : text),
    line,
  );

/** Lines of one turn of the event loop, written together: a write to a pipe is as dear as half a small request. */
const lineWriter = () => {
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) process.stdout.write(lines.join(''));
    lines = [];
  };
  // Whatever ends the process, what it has said is out.
  process.on('exit', flush);
  return (line: string) => {
    if (lines.length === 0) setImmediate(flush);
    lines.push(maskLine(line));
  };
};
const writeLine = lineWriter();

/** What the server logs: JSON lines with the ids of requests and calls, no addresses of people and no headers. */
export const serverLog = (level: LogLevel) => ({
  level,
  base: null,
  serializers: { err: loggedError, req: () => ({}), res: () => ({}) },
  stream: { write: writeLine },
});
