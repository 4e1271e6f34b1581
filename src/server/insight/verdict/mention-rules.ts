import { type MentionTopic, mentionTopics, mentionWords } from '#contract/insight/verdict/verdict-rules.ts';

const patternOf = (words: readonly string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})s?(?![\\p{L}\\p{N}])`, 'iu');
const patterns = mentionTopics.map((topic) => ({ topic, pattern: patternOf(mentionWords[topic]) }));

/** How many of the texts mention each topic, most first. A mention does not imply liking. */
export function countMentions(texts: readonly string[]): { topic: MentionTopic; count: number }[] {
  return patterns
    .map(({ topic, pattern }) => ({ topic, count: texts.filter((text) => pattern.test(text)).length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
