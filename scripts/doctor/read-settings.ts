import { BadSetting, type Config, readConfig } from '#server/settings/config.ts';
import { loadSettings, readServerConfig } from '#server/settings/load-settings.ts';
import { networkAddresses, startWarnings } from '#server/start/start-warnings.ts';
import { type Finding, green, red, yellow } from './finding.ts';

interface ExaminedSettings {
  /** Undefined if the settings are too broken for further checks. */
  readonly config: Config | undefined;
  /** The command line without --env-file. */
  readonly words: readonly string[];
  readonly findings: readonly Finding[];
}

/** Reads the settings as a server start does. A setting that stops only the start does not stop the doctor. */
export function readSettings(commandLine: readonly string[]): ExaminedSettings {
  try {
    const { environment, words, warnings } = loadSettings(commandLine);
    const typos = warnings.map((line) => yellow('settings', line));
    return { words, ...examineSettings(environment, typos) };
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    return { config: undefined, words: [], findings: linesOf(error) };
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export function examineSettings(
  environment: Environment,
  typos: readonly Finding[] = [],
): Omit<ExaminedSettings, 'words'> {
  const { config, refusals } = readBoth(environment);
  const warnings = config ? startWarnings(config, networkAddresses()) : [];
  const findings = [...refusals, ...typos, ...warnings.map((line) => yellow('settings', line))];
  if (findings.length > 0) return { config, findings };
  const kind = config?.production ? 'production' : 'development';
  return { config, findings: [green('settings', `All settings are valid for ${kind}.`)] };
}

function readBoth(environment: Environment): { config: Config | undefined; refusals: readonly Finding[] } {
  try {
    return { config: readServerConfig(environment), refusals: [] };
  } catch (error) {
    if (!(error instanceof BadSetting)) throw error;
    const refusals = linesOf(error);
    try {
      return { config: readConfig(environment), refusals };
    } catch {
      return { config: undefined, refusals };
    }
  }
}

const linesOf = ({ lines }: BadSetting): Finding[] =>
  lines.split('\n').map((line) => red('settings', line, 'Earshot does not start until you fix this.'));
