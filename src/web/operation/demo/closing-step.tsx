import { RotateCcw } from 'lucide-react';
import { Button } from '#web/ui/controls/button.tsx';
import { StepHeading } from './step-heading.tsx';
import type { Demo } from './use-demo.ts';

const principles = [
  { title: 'Listening is proven', body: 'The server counts the seconds, so nobody can skip to the money.' },
  { title: 'Words carry the stars', body: 'A rating alone teaches nothing. Every review says why.' },
  { title: 'Work is paid', body: 'Each approved review is credited once, in a ledger that adds up.' },
  {
    title: 'The music stays private',
    body: 'Only the Agents who get a track can hear it.',
  },
];

/** Four principles, and a button to start over. */
export function ClosingStep({ demo }: { demo: Demo }) {
  return (
    <div className="grid gap-12">
      <StepHeading>Heard before it’s out</StepHeading>
      <ol className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {principles.map(({ title, body }, place) => (
          <li key={title} className="grid content-start gap-3 border-t-2 border-mint pt-5">
            <span className="tabular font-bold text-mint">{place + 1}</span>
            <h2 className="text-3xl">{title}</h2>
            <p className="text-lg text-muted">{body}</p>
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="large"
          variant="quiet"
          icon={<RotateCcw aria-hidden size={20} strokeWidth={1.75} />}
          onPress={demo.restart}
        >
          Start again
        </Button>
      </div>
    </div>
  );
}
