import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { betweenText, findingText, panelText, reviewsOf, reviewsText } from './version-texts.ts';

export interface NewVersionPanelProps {
  offer: NewVersionOffer;
  takesBack: boolean;
  onTakeBack: (takes: boolean) => void;
  isDisabled?: boolean;
}

/** What a new version would get and what its panel could detect, shown before the upload. */
export function NewVersionPanel({ offer, takesBack, onTakeBack, isDisabled = false }: NewVersionPanelProps) {
  const { version, formerVersion, formerTitle, openPlaces } = offer;
  const between = betweenText(offer);
  const reviews = reviewsOf(offer, takesBack);
  const finding = findingText(reviews);
  return (
    <Panel tone="act" title={`V${version} of ${formerTitle}`}>
      <div className="grid gap-3">
        {between !== null && <p>{between}</p>}
        <p>{reviewsText(reviews)}</p>
        <p>{panelText(offer, reviews)}</p>
        {finding !== null && <p className="text-sm text-muted">{finding}</p>}
        {openPlaces > 0 && (
          <Checkbox isSelected={takesBack} onChange={onTakeBack} isDisabled={isDisabled}>
            {`Take back V${formerVersion}’s ${openPlaces === 1 ? 'open review' : `${openPlaces} open reviews`} for this version`}
          </Checkbox>
        )}
      </div>
    </Panel>
  );
}
