import { settings } from './config.ts';

export interface MisspelledSetting {
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
