import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { saveCsv } from '#web/files/save-csv.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { verdictCsv } from './verdict-csv.ts';

/** Saves the page's figures as CSV, or prints the page. */
export function SaveVerdict({ verdict }: { verdict: Verdict }) {
  return (
    <div className="flex gap-2 not-on-paper">
      <Button variant="quiet" size="small" onPress={() => saveCsv('verdict.csv', verdictCsv(verdict))}>
        Save figures
      </Button>
      <Button variant="quiet" size="small" onPress={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
