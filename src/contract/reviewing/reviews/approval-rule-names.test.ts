import { expect, test } from 'vitest';
import { approvalRuleName, approvalRuleNames, approvalRules, waitReason } from './approval-rule-names.ts';

test('every approval rule has a unique name, and a removed rule shows its key', () => {
  const names = approvalRules.map(approvalRuleName);
  expect(names).toEqual(Object.values(approvalRuleNames));
  expect(new Set(names).size).toBe(names.length);
  expect(approvalRuleName('links')).toBe('links');
});

test('the listener sees one sentence for each rule, and a general one for a removed rule', () => {
  const sentences = [...approvalRules, 'links'].map(waitReason);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/);
  expect(new Set(sentences).size).toBe(sentences.length);
  expect(waitReason('links')).toBe('A rule flagged it.');
});
