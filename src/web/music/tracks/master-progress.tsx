import { useUnsentText } from '#web/forms/use-unsent-form.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { linkStyle } from '#web/ui/controls/link-style.ts';
import { ProgressBar } from '#web/ui/display/progress-bar.tsx';
import type { MasterInWork } from './use-master.ts';

/** Progress of converting a master, which leaving the page would lose. */
export function MasterProgress({
  inWork: { name, share },
  onStop,
}: {
  inWork: MasterInWork;
  onStop: () => void;
}) {
  useUnsentText(true, 'The MP3 isn’t finished and would be lost.');
  const percent = Math.floor(100 * share);
  return (
    <div className="grid w-full gap-4">
      <ProgressBar label={`Making an MP3 of ${name}`} value={percent} valueText={`${percent}%`} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button variant="quiet" size="small" onPress={onStop}>
          Cancel
        </Button>
        <a
          href="/licenses/lame.txt"
          target="_blank"
          rel="noreferrer"
          className={`py-0.5 text-sm ${linkStyle}`}
        >
          Made by LAME
        </a>
      </div>
    </div>
  );
}
