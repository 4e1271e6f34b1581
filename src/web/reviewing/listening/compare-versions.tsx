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

/** A and B, and before the choice also that. They stand in the player, so that they are on the screen with Play. */
export function CompareVersions({ play, ...props }: CompareVersionsProps & { play: () => void }) {
  const { comparison, sides } = props;
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws and spaces itself */}
      <div role="group" aria-label="What you hear" className="grid grid-cols-2 gap-2 sm:gap-4">
        {comparedSides.map((side) => (
          <SideButton key={side} side={side} comparison={comparison} sides={sides} play={play} />
        ))}
      </div>
      {comparison.choice === null && <Choice {...props} />}
    </div>
  );
}

/** What is missing for the choice and how it works, and then which version was which. */
export function ComparisonText({ comparison, sides }: Pick<CompareVersionsProps, 'comparison' | 'sides'>) {
  const reveal = revealText(comparison);
  return (
    <section
      aria-label="Compare two versions"
      aria-live="polite"
      className="grid gap-1 border-t border-line pt-4"
    >
      {reveal === null ? (
        <>
          <p className="min-h-6">{missingText(comparison, sides.heard)}</p>
          <p className="max-w-prose text-muted">
            One is new, one you reviewed before. The order is random and both are equally loud. Your choice is
            final. Then you find out which is which and write your review.
          </p>
        </>
      ) : (
        <>
          <p className="text-lg font-semibold">{reveal}</p>
          <p className="text-muted">
            Your stars, your comment and your notes are about V{comparison.version}.
          </p>
        </>
      )}
    </section>
  );
}

interface SideButtonProps extends Pick<CompareVersionsProps, 'comparison' | 'sides'> {
  side: ComparedSide;
  /** Plays, if nothing plays yet. */
  play: () => void;
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
  const isMissing = missingText(comparison, sides.heard) !== null;
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws and spaces itself
    <div
      role="group"
      aria-label="Which one do you prefer?"
      className="grid grid-cols-[auto_auto_auto] gap-2 sm:grid-cols-3 sm:gap-4"
    >
      {comparisonChoices.map((choice) => (
        <Pressable
          key={choice}
          onPress={() => mutate(choice)}
          isDisabled={isMissing || isPending}
          className="min-h-12 cursor-pointer border border-rest px-1.5 text-sm leading-tight font-semibold transition-colors select-none hover:border-muted hover:bg-raised disabled:border-line disabled:text-muted sm:text-base"
        >
          {choiceLabels[choice]}
        </Pressable>
      ))}
    </div>
  );
}

const failed = { title: 'Choice not saved', body: 'We didn’t get your choice. Please try again.' };
