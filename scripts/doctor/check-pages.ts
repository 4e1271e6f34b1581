import { samplePages } from '#server/foundation/operator-pages.ts';
import type { Config } from '#server/settings/config.ts';
import { pageWarnings } from '#server/start/start-warnings.ts';
import { type Finding, green, yellow } from './finding.ts';

/** Checks whether the operator has replaced the sample terms, privacy and contact pages. */
export async function checkPages(config: Pick<Config, 'production' | 'dataDirectory'>): Promise<Finding[]> {
  const samples = await samplePages(config.dataDirectory);
  const warnings = pageWarnings(config, samples);
  if (warnings.length > 0) return warnings.map((line) => yellow('pages', line));
  const whose = samples.length === 0 ? 'your own' : 'samples. Replace them before production';
  return [green('pages', `Terms, privacy and contact are ${whose}.`)];
}
