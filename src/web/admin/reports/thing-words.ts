import type { ReportedKind } from '#contract/report-reasons.ts';

/** What a thing is called in a sentence. */
export const nameOfThing = ({ kind, trackTitle }: { kind: ReportedKind; trackTitle: string }): string =>
  ({
    track: `“${trackTitle}”`,
    review: `the review of “${trackTitle}”`,
    question: `the question about “${trackTitle}”`,
  })[kind];
