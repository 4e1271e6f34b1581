import type { NewVersionOffer } from '#contract/music/versions/versions.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Panel } from '#web/ui/display/panel.tsx';
import { betweenText, findingText, panelText, placesOf, reviewsText } from './version-texts.ts';

export interface NewVersionPanelProps {
  offer: NewVersionOffer;
  movesPlaces: boolean;
  onMovePlaces: (moves: boolean) => void;
  isDisabled?: boolean;
}

/** What a new version would get and what its panel could detect, shown before the upload. */
export function NewVersionPanel({
  offer,
  movesPlaces,
  onMovePlaces,
  isDisabled = false,
}: NewVersionPanelProps) {
  const { version, formerVersion, formerTitle, openPlaces } = offer;
  const between = betweenText(offer);
  const places = placesOf(offer, movesPlaces);
  const finding = findingText(places);
  return (
    <Panel tone="act" title={`V${version} of ${formerTitle}`}>
      <div className="grid gap-3">
        {between !== null && <p>{between}</p>}
        <p>{reviewsText(places)}</p>
        <p>{panelText(offer, places)}</p>
        {finding !== null && <p className="text-sm text-muted">{finding}</p>}
        {openPlaces > 0 && (
          <Checkbox isSelected={movesPlaces} onChange={onMovePlaces} isDisabled={isDisabled}>
            {`Move the ${openPlaces} open ${openPlaces === 1 ? 'place' : 'places'} of V${formerVersion} to V${version}`}
          </Checkbox>
        )}
      </div>
    </Panel>
  );
}
