import { type Genre, genreLabel } from '#contract/business-rules.ts';
import type { Answered, ByTaste } from '#contract/music/questions/questions.ts';

const part = ({ mean, people }: Answered): string => `${(mean ?? 0).toFixed(1)} (${people})`;

/**
 * The means of the genre's listeners and of the others, with their counts: 'Metal listeners 4.6 (8), others 3.1 (6)'.
 */
export const tasteText = ({ listeners, others }: NonNullable<ByTaste>, genre: Genre): string =>
  `${genreLabel(genre)} listeners ${part(listeners)}, others ${part(others)}`;
