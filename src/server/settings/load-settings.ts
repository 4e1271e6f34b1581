import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { outliveOutput } from '../foundation/outlive-output.ts';
import { BadSetting } from './config.ts';
import { type MisspelledSetting, misspelledSettings } from './misspelled-settings.ts';

const option = '--env-file';

export interface LoadedSettings {
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
  const warnings = misspelledSettings(Object.keys(process.env)).map(told);
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
    ...misspelledSettings(Object.keys(parseEnv(content))).map(told),
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

const told = ({ name, meant }: MisspelledSetting): string =>
  `${name}: Earshot has no such setting. Did you mean ${meant.join(', ')}?`;
