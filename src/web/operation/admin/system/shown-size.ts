const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** Formats bytes as `0 bytes`, `812 bytes`, `1.5 kB`, `12 GB`, in steps of 1024 like the upload limits. */
export function shownSize(bytes: number): string {
  const place = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / 1024 ** place;
  const digits = place === 0 || size >= 9.95 ? 0 : 1;
  const unit = bytes === 1 ? 'byte' : units[place];
  return `${size.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`;
}
