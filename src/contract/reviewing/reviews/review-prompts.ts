import type { Prompt, PromptAnswers } from './review-help.ts';

export const noAnswers: PromptAnswers = { worked: null, didNotWork: null, toChange: null };

/** The prompts in the order in which they are shown. */
export const prompts: readonly { readonly name: Prompt; readonly question: string }[] = [
  { name: 'worked', question: 'What worked' },
  { name: 'didNotWork', question: 'What did not' },
  { name: 'toChange', question: 'What to change' },
];
