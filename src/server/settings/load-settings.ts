import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { BadSetting, type Config, readConfig, settings } from './config.ts';

const option = '--env-file';

interface LoadedSettings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The command line without the option. */
  readonly words: readonly string[];
  /** Lines to print: names in the environment that look like settings with a typo. */
  readonly warnings: readonly string[];
}

/**
 * Loads the settings of the server or a command. The environment takes precedence over the file of `--env-file FILE`,
 * which replaces `.env` in the working folder.
 * @throws BadSetting if the file cannot be read, or contains a name that looks like a misspelled setting
 */
export function loadSettings(commandLine: readonly string[] = process.argv.slice(2)): LoadedSettings {
  outliveOutput();
  const { file, words } = settingsFile(commandLine);
  if (file !== undefined) checkFile(file);
  const warnings = misspelledSettings(Object.keys(process.env)).map(misspellingText);
  if (file !== undefined) process.loadEnvFile(file);
  return { environment: process.env, words, warnings };
}

function settingsFile(commandLine: readonly string[]): { file: string | undefined; words: string[] } {
  const words = [...commandLine];
  const place = words.findIndex((word) => word === option || word.startsWith(`${option}=`));
  if (place < 0) return { file: existsSync('.env') ? '.env' : undefined, words };
  const [word = ''] = words.splice(place, 1);
  const file = word === option ? words.splice(place, 1)[0] : word.slice(option.length + 1);
  if (!file) throw new BadSetting(`${option}: needs the path of a file.`);
  return { file, words };
}

/** @throws BadSetting with a line per problem */
function checkFile(file: string): void {
  const content = readFile(file);
  const problems = [
    ...misspelledSettings(Object.keys(parseEnv(content))).map(misspellingText),
    ...cutValues(content).map((name) => `${name}: the value contains #, so it needs quotes: ${name}='...'.`),
  ];
  if (problems.length > 0) {
    throw new BadSetting(problems.map((problem) => `${problem} It is in ${file}.`).join('\n'));
  }
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const reason =
      code === 'ENOENT' ? 'does not exist' : `cannot be read by this user (${code ?? String(error)})`;
    throw new BadSetting(`${option}: the file ${file} ${reason}.`);
  }
}

const unquoted = /^[ \t]*(?:export[ \t]+)?([A-Z][A-Z0-9_]*)[ \t]*=[ \t]*([^'"`\s].*)$/gm;

/** Names of unquoted values of which the parser would drop the part from a # on. Other parsers keep it. */
const cutValues = (content: string): string[] =>
  [...content.matchAll(unquoted)]
    .filter(([, , value = '']) => value.replace(/\s#.*$/, '').includes('#'))
    .map(([, name = '']) => name);

const misspellingText = ({ name, meant }: MisspelledSetting): string =>
  `${name}: Earshot has no such setting. Did you mean ${meant.join(', ')}?`;

interface MisspelledSetting {
  readonly name: string;
  /** The settings that may have been meant. */
  readonly meant: readonly string[];
}

const known = Object.keys(settings.shape);
/** Prefixes that presumably only Earshot's own settings have. */
const families = ['DATABASE_', 'SERVER_SECRET', 'S3_', 'BACKUP_S3_', 'SMTP_', 'STRIPE_'];

/** Names that are not settings but look like one: one or two letters off, or with the same prefix. */
export function misspelledSettings(names: readonly string[]): MisspelledSetting[] {
  return names
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && !known.includes(name))
    .map((name) => ({ name, meant: lookalikes(name) }))
    .filter(({ meant }) => meant.length > 0);
}

function lookalikes(name: string): string[] {
  const near = known.filter((setting) => distance(name, setting) <= mistakesAllowed(setting));
  if (near.length > 0) return near;
  const family = families.find((prefix) => name.startsWith(prefix));
  return family ? known.filter((setting) => setting.startsWith(family)) : [];
}

/** Short names are close to unrelated ones, such as HOST and HOME. */
const mistakesAllowed = (setting: string) => (setting.length < 6 ? 0 : setting.length < 9 ? 1 : 2);

/** Edit distance: letters to insert, remove, replace or swap with their neighbor. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const differs = one[i - 1] === other[j - 1] ? 0 : 1;
      const least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + differs);
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(isSwap ? Math.min(least, (before[j - 2] ?? least) + 1) : least);
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? 0;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Like readConfig, for the running server: in production, important settings may not be left at their trial defaults.
 * @throws BadSetting with one line per invalid setting
 */
export function readServerConfig(environment: Environment): Config {
  const unsafe = environment.ENVIRONMENT === 'production' ? unsafeInProduction(environment) : [];
  try {
    const config = readConfig(environment);
    if (unsafe.length === 0) return config;
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    unsafe.unshift(error.lines);
  }
  throw new BadSetting(unsafe.join('\n'));
}

function unsafeInProduction(environment: Environment): string[] {
  const problems: string[] = [];
  if (!environment.PUBLIC_URL) {
    problems.push(
      'PUBLIC_URL: production needs the public address, https://..., for links in emails and secure cookies.',
    );
  }
  if (environment.SMTP_URL) {
    for (const name of ['MAIL_FROM', 'SUPPORT_EMAIL']) {
      if (!environment[name]) problems.push(`${name}: needed with SMTP_URL. Use one of your own addresses.`);
    }
  } else if (environment.ALLOW_FILE_MAIL !== 'on') {
    problems.push(
      'SMTP_URL: without it nobody can confirm an account, because emails are only written to files under DATA_DIR/mail. ' +
        'Set it, or ALLOW_FILE_MAIL=on if you want that in production.',
    );
  }
  if (!environment.STRIPE_SECRET_KEY && environment.ALLOW_LOCAL_BILLING !== 'on') {
    problems.push(
      'STRIPE_SECRET_KEY: without it nobody can pay for a plan. Set it, or ALLOW_LOCAL_BILLING=on to give everyone ' +
        'every plan for free by the test checkout.',
    );
  }
  return problems;
}

/**
 * Keeps the process running if the reader of its output exits, as in `npm start | head`. Without a listener the next
 * line would end the process with EPIPE, cutting off requests and leaving the embedded database running.
 */
export function outliveOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}
