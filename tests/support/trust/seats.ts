import type { Random } from './trust-texts.ts';

export const mark = (text: string): string => text.padEnd(22, '-').slice(0, 22);
export const hostOf = (random: Random): number => 1 + Math.floor(random() * 250);

/** Every account at a network of its own, as through residential proxies. */
export const farAway = (strategy: number, account: number, random: Random): string =>
  `${20 + strategy}.${account >> 8}.${account & 255}.${hostOf(random)}`;

/** One of a few networks. */
export const near = (strategy: number, network: number, random: Random): string =>
  `${60 + strategy}.7.${network}.${hostOf(random)}`;

/** Fresh browsers, one for each account. */
export const ownBrowser = (strategy: number, account: number): string => mark(`s${strategy}a${account}`);

export const freemail = (strategy: number, account: number): string => `bot${strategy}x${account}@gmail.com`;

/** Dots between the letters by the bits of a number. */
export const dotted = (name: string, number: number): string =>
  [...name].map((letter, i) => (i > 0 && (number >> (i - 1)) & 1 ? `.${letter}` : letter)).join('');
