import type { ReviewFinding } from '#contract/operation/admin/admin-reviews.ts';
import { approvalRuleName } from '#contract/reviewing/reviews/approval-rule-names.ts';

/** The rules' findings: doubts in full, and the passed ones on one line. */
export function Findings({ findings, isMended }: { findings: readonly ReviewFinding[]; isMended: boolean }) {
  if (findings.length === 0)
    return (
      <p className="text-sm text-muted">
        {isMended ? 'The approval rules are checking the new text.' : 'The approval rules haven’t run yet.'}
      </p>
    );
  const doubts = findings.filter(({ passed }) => !passed);
  const passed = findings.length - doubts.length;
  return (
    <ul aria-label="Findings" className="grid gap-1 text-sm">
      {doubts.map(({ rule, version, detail }) => (
        <li key={rule} className="flex flex-wrap gap-x-2">
          <span className="font-semibold text-rose">{approvalRuleName(rule)}</span>
          <span>{detail}</span>
          <span className="text-muted">rule v{version}</span>
        </li>
      ))}
      <li className="text-muted">
        {passed} of {findings.length} rules passed
      </li>
    </ul>
  );
}
