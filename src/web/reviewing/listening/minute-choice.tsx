import type { ReactNode } from 'react';
import { Pressable } from '#web/ui/controls/pressable.tsx';

interface MinuteChoiceProps {
  write: () => void;
  keepListening: () => void;
}

/** The paid minute is over and playback has stopped: two equal choices. The focus does not move. */
export function MinuteChoice({ write, keepListening }: MinuteChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws and spaces itself
    <div
      role="group"
      aria-label="The paid minute is over"
      className="minute-choice grid grid-cols-2 gap-2 sm:gap-4"
    >
      <Choice title="Write your review" onPress={write}>
        Your minute is done and counted.
      </Choice>
      <Choice title="Keep listening (not paid)" onPress={keepListening}>
        The artist learns how many stay, never who.
      </Choice>
    </div>
  );
}

function Choice({ title, onPress, children }: { title: string; onPress: () => void; children: ReactNode }) {
  return (
    <Pressable
      onPress={onPress}
      keepsFocus
      aria-label={title}
      className="grid min-h-14 cursor-pointer content-center border border-rest px-3 py-1.5 text-start transition-colors @max-2xs:px-2 @max-2xs:text-sm select-none hover:border-muted hover:bg-raised sm:px-5"
    >
      <span className="leading-tight font-semibold text-balance sm:text-lg">{title}</span>
      <span className="hidden text-sm text-muted sm:block">{children}</span>
    </Pressable>
  );
}
