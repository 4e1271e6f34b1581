import { Headphones, Mic } from 'lucide-react';
import type { ReactNode } from 'react';
import { rewardPerReview } from '#contract/business-rules.ts';
import { formatCents } from '#contract/cents.ts';
import { StepHeading } from './step-parts.tsx';
import type { Demo } from './use-demo.ts';

/** Agent or Artist. The artist's path is not part of the demo yet. */
export function PathStep({ demo }: { demo: Demo }) {
  return (
    <div className="grid gap-10">
      <StepHeading lead="Earshot has two sides. Today you are an Agent: someone paid to listen.">
        Choose your path
      </StepHeading>
      <div className="grid gap-4 lg:grid-cols-2">
        <Path
          title="Agent"
          icon={<Headphones aria-hidden size={36} strokeWidth={1.5} />}
          onChoose={() => demo.goTo(3)}
        >
          {`Agents hear music before it is out, say what they heard and earn ${formatCents(rewardPerReview)} for each approved review.`}
        </Path>
        <Path title="Artist" icon={<Mic aria-hidden size={36} strokeWidth={1.5} />} note="coming soon">
          Artists upload a track nobody has heard and read what real Agents think of it.
        </Path>
      </div>
    </div>
  );
}

interface PathProps {
  title: string;
  icon: ReactNode;
  children: string;
  note?: string;
  onChoose?: () => void;
}

function Path({ title, icon, children, note, onChoose }: PathProps) {
  const isOpen = onChoose !== undefined;
  return (
    <button
      type="button"
      disabled={!isOpen}
      onClick={onChoose}
      className={`grid content-start gap-5 border p-6 text-start transition-colors sm:p-10 ${isOpen ? 'cursor-pointer border-brass-mark bg-panel hover:bg-raised' : 'border-line text-muted'}`}
    >
      <span className="flex items-center justify-between gap-4">
        <span className={isOpen ? 'text-brass-ink' : 'text-muted'}>{icon}</span>
        {note !== undefined && <span className="border border-line px-2 py-0.5 text-sm">{note}</span>}
      </span>
      <span className="font-display text-5xl">{title}</span>
      <span className="max-w-xl text-lg text-muted 2xl:text-xl">{children}</span>
    </button>
  );
}
