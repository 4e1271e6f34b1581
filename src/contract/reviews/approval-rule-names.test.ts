import { expect, test } from 'vitest';
import { approvalRuleName, approvalRuleNames, approvalRules } from './approval-rule-names.ts';

test('every approval rule has a name of its own, and one that is gone shows its key', () => {
  const names = approvalRules.map(approvalRuleName);
  expect(names).toEqual(Object.values(approvalRuleNames));
  expect(new Set(names).size).toBe(names.length);
  expect(approvalRuleName('links')).toBe('links');
});
