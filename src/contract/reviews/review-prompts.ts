import type { Prompt, PromptAnswers } from './review-help.ts';

export const noAnswers: PromptAnswers = { worked: null, didNotWork: null, toChange: null };

/** The questions of the prompts, in the order in which they are asked. */
export const prompts: readonly { readonly name: Prompt; readonly question: string }[] = [
  { name: 'worked', question: 'What worked' },
  { name: 'didNotWork', question: 'What did not' },
  { name: 'toChange', question: 'What to change' },
];
