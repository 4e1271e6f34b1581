import { Label } from 'react-aria-components/Label';
import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';

export interface ProgressBarProps {
  label: string;
  value: number;
  max?: number;
  /** Shown and read out instead of the percentage, for example `3.2 of 8.1 MB`. */
  valueText?: string;
  tone?: 'act' | 'earned';
}

export function ProgressBar({ label, value, max = 100, valueText, tone = 'act' }: ProgressBarProps) {
  return (
    <AriaProgressBar
      value={value}
      maxValue={max}
      {...(valueText === undefined ? {} : { valueLabel: valueText })}
      className="grid gap-1.5"
    >
      {({ percentage = 0, valueText: shown }) => (
        <>
          <div className="flex justify-between gap-4 text-sm">
            <Label className="font-semibold">{label}</Label>
            <span className="tabular text-muted">{shown}</span>
          </div>
          <div className="h-2 bg-raised">
            <div
              className={`h-full ${tone === 'earned' ? 'bg-mint' : 'bg-brass-mark'}`}
              style={{ width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
