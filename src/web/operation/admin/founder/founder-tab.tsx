import { founderQuery } from '../admin-queries.ts';
import { LoadedFigures } from '../loaded-figures.tsx';
import { FounderDays } from './founder-days.tsx';
import { FounderMargins } from './founder-margins.tsx';
import { FounderMoney } from './founder-money.tsx';
import { FounderPicture } from './founder-picture.tsx';
import { FounderPlaces } from './founder-places.tsx';
import { WaitingListPanel } from './waiting-list-panel.tsx';

/**
 * What the platform earns, owes and may still have to pay: a sentence and a chart, then each figure with an
 * explanation.
 */
export function FounderTab() {
  return (
    <LoadedFigures query={founderQuery}>
      {(figures) => (
        <div className="grid gap-10">
          <FounderPicture figures={figures} />
          <div className="grid items-start gap-x-12 gap-y-10 lg:grid-cols-2">
            <FounderMoney figures={figures} />
            <FounderPlaces figures={figures} />
          </div>
          <FounderMargins figures={figures} />
          <FounderDays figures={figures} />
          <WaitingListPanel />
        </div>
      )}
    </LoadedFigures>
  );
}
