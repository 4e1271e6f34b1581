import { styleText } from 'node:util';
import { z } from 'zod';

const LogLine = z.looseObject({ level: z.number(), time: z.number(), msg: z.string().default('') });
const LoggedError = z.object({ stack: z.string() });
const levels = new Map([
  [20, 'DEBUG'],
  [30, 'INFO'],
  [40, 'WARN'],
  [50, 'ERROR'],
  [60, 'FATAL'],
]);

function parse(line: string): z.infer<typeof LogLine> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return LogLine.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats a JSON line of the server's log for people. Returns any other line unchanged. */
export function readableLine(line: string): string {
  const logged = parse(line);
  if (!logged) return line;
  const { level, time, msg, err, ...rest } = logged;
  const name = (levels.get(level) ?? String(level)).padEnd(5);
  const color = level >= 50 ? 'red' : level >= 40 ? 'yellow' : 'green';
  const values = Object.entries(rest)
    .map(([key, value]) => [key, textOf(value)])
    .filter(([, value]) => value !== undefined && value !== '{}')
    .map((pair) => styleText('dim', pair.join('=')));
  const clock = styleText('dim', new Date(time).toTimeString().slice(0, 8));
  const first = [clock, styleText(color, name), msg, ...values].join(' ');
  const error = LoggedError.safeParse(err);
  return error.success ? `${first}\n${error.data.stack}` : first;
}
