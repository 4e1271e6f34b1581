import { describe, expect, it } from 'vitest';

/** Vitest empties imported stylesheets, so the file itself is read; the web's types do not know Node. */
declare const process: {
  getBuiltinModule(id: 'node:fs'): { readFileSync(file: URL, encoding: 'utf8'): string };
};
const file = new URL('./tokens.css', import.meta.url);
const tokens = process.getBuiltinModule('node:fs').readFileSync(file, 'utf8');

type Theme = ReadonlyMap<string, string>;

function colorsOf(block: string): Theme {
  return new Map(
    [...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1] ?? '', m[2] ?? '']),
  );
}

const [darkBlock = '', lightBlock = ''] = tokens.split('[data-theme="light"]');
const themes: readonly [string, Theme][] = [
  ['dark', colorsOf(darkBlock)],
  ['light', colorsOf(lightBlock)],
];

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const level = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Theme, ink: string, ground: string): number {
  const [a, b] = [ink, ground].map((name) => {
    const hex = theme.get(name);
    if (hex === undefined) throw new Error(`no color called ${name}`);
    return luminance(hex);
  });
  if (a === undefined || b === undefined) throw new Error('two colors are needed');
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const readable = ['text', 'muted', 'brass-ink', 'mint', 'rose'].flatMap((ink) =>
  ['ground', 'panel', 'raised'].map((ground) => [ink, ground] as const),
);
const onColor = [
  ['on-brass', 'brass'],
  ['on-brass', 'brass-strong'],
  ['on-mint', 'mint'],
  ['on-rose', 'rose'],
] as const;
const visible = ['rest', 'brass-mark', 'mint', 'rose'].flatMap((ink) =>
  ['ground', 'panel'].map((ground) => [ink, ground] as const),
);

describe.each(themes)('the %s theme', (_name, theme) => {
  it.each([...readable, ...onColor])('sets %s on %s at 4.5 to 1 or better', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(visible)('draws borders and waveforms in %s on %s at 3 to 1 or better', (ink, ground) => {
    expect(contrast(theme, ink, ground)).toBeGreaterThanOrEqual(3);
  });
});

it('defines every color in both themes', () => {
  const [dark, light] = themes.map(([, theme]) => [...theme.keys()].sort());
  expect(dark?.length).toBeGreaterThan(10);
  expect(light).toEqual(dark);
});
