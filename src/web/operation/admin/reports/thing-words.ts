import type { ReportedKind } from '#contract/report-reasons.ts';

/** The name of a thing in a sentence. */
export const nameOfThing = ({ kind, trackTitle }: { kind: ReportedKind; trackTitle: string }): string =>
  ({
    track: `“${trackTitle}”`,
    review: `the review of “${trackTitle}”`,
    question: `the question about “${trackTitle}”`,
  })[kind];
