import { useMutation } from '@tanstack/react-query';
import { api } from '#contract/index.ts';
import {
  type ComparedSide,
  type ComparisonChoice,
  comparedSides,
  comparisonChoices,
} from '#contract/music/versions/version-rules.ts';
import type { Comparison } from '#contract/reviewing/listening/listening.ts';
import { callApi } from '#web/calls/api.ts';
import { isRefusal } from '#web/calls/api-failures.ts';
import { toastFor } from '#web/calls/error-messages.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Pressable } from '#web/ui/controls/pressable.tsx';
import { toast } from '#web/ui/display/toast-queue.ts';
import { choiceLabels, missingText, revealText, sideName } from './comparison-texts.ts';
import type { ComparedSides } from './use-listening.ts';
import type { OnNext } from './use-served-track.ts';

interface CompareVersionsProps {
  trackId: string;
  comparison: Comparison;
  sides: ComparedSides;
  /** Sends pending reports, so that the server knows everything heard before the choice. */
  settle: () => Promise<void>;
  onNext: OnNext;
}

/** The choice between the two sides of a blind comparison, and then which was which. */
export function CompareVersions(props: CompareVersionsProps) {
  const reveal = revealText(props.comparison);
  return (
    <section aria-label="Compare two versions" className="grid gap-5 border-t border-line pt-6">
      {reveal === null ? (
        <Choice {...props} />
      ) : (
        <div aria-live="polite" className="grid gap-1">
          <p className="text-lg font-semibold">{reveal}</p>
          <p className="text-muted">
            Your stars, your comment and your notes are about V{props.comparison.version}.
          </p>
        </div>
      )}
    </section>
  );
}

interface SideButtonsProps {
  comparison: Comparison;
  sides: ComparedSides;
  /** Plays, if nothing plays yet: on a phone, Play may be below. */
  play: () => void;
}

/** Switches between the two sides, on the player. Before the choice, never below the screen. */
export const SideButtons = (props: SideButtonsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset draws and spaces itself
  <div
    role="group"
    aria-label="What you hear"
    className={`grid grid-cols-2 gap-2 bg-ground py-2 sm:gap-4 ${props.comparison.choice === null ? 'sticky bottom-0 z-10' : ''}`}
  >
    {comparedSides.map((side) => (
      <SideButton key={side} side={side} {...props} />
    ))}
  </div>
);

interface SideButtonProps extends SideButtonsProps {
  side: ComparedSide;
}

function SideButton({ side, comparison, sides, play }: SideButtonProps) {
  const { secondsToHear } = comparison[side];
  const heard = Math.min(secondsToHear, Math.floor(sides.heard[side]));
  const { newSide, version, formerVersion } = comparison;
  return (
    <Pressable
      onPress={() => {
        sides.switchTo(side);
        play();
      }}
      keepsFocus
      aria-pressed={sides.audible === side}
      aria-label={`Hear ${sideName(side)}`}
      className="flex min-h-14 cursor-pointer flex-wrap items-center justify-between gap-x-3 border border-rest px-4 py-1 text-start transition-colors select-none hover:border-muted hover:bg-raised aria-pressed:border-text aria-pressed:bg-raised"
    >
      <span className="flex items-baseline gap-3">
        <span className="text-2xl leading-none font-semibold">{sideName(side)}</span>
        {newSide !== null && (
          <span className="font-semibold">V{side === newSide ? version : formerVersion}</span>
        )}
      </span>
      <span className="tabular text-sm text-muted">
        {heard} / {secondsToHear} s heard
      </span>
    </Pressable>
  );
}

function Choice({ trackId, comparison, sides, settle, onNext }: CompareVersionsProps) {
  const missing = missingText(comparison, sides.heard);
  const { mutate, isPending } = useMutation({
    mutationFn: async (choice: ComparisonChoice) => {
      await settle();
      return callApi(api.listening.chooseVersion, { body: { trackId, choice } });
    },
    onSuccess: ({ track }) => void onNext({ chosen: track }),
    onError: (error) => {
      toast(toastFor(error, failed));
      if (isRefusal(error, 'comparison_over')) void onNext('alone');
      // In another tab.
      if (isRefusal(error, 'chosen_already')) void onNext('asked');
    },
  });
  return (
    <div className="grid gap-3">
      <h2 className="text-lg font-semibold">Which one do you prefer?</h2>
      <div className="grid gap-2 sm:grid-cols-3 sm:gap-4">
        {comparisonChoices.map((choice) => (
          <Button
            key={choice}
            variant="quiet"
            size="large"
            wide
            onPress={() => mutate(choice)}
            isDisabled={missing !== null || isPending}
          >
            {choiceLabels[choice]}
          </Button>
        ))}
      </div>
      <p aria-live="polite" className="min-h-6 text-sm text-muted">
        {missing}
      </p>
      <p className="max-w-prose text-muted">
        One is new, one you reviewed before. The order is random and both are equally loud. Your choice is
        final. Then you find out which is which and write your review.
      </p>
    </div>
  );
}

const failed = { title: 'Choice not saved', body: 'We didn’t get your choice. Please try again.' };
