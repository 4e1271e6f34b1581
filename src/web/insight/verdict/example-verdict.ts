import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import example from './example-verdict.json';

/** What scripts/make-example.ts wrote. tests/example-verdict.test.ts parses it by the contract. */
export const exampleVerdict = example as Verdict;
/** A recording that comes with the product. */
export const exampleSound = '/samples/music/escape-from-chaosland.mp3';
export const exampleArtist = 'Sectoid';
