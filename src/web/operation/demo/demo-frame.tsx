import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { product } from '#contract/product.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Wordmark } from '#web/ui/music/wordmark.tsx';
import { totalSteps } from './demo-rules.ts';
import type { Demo } from './use-demo.ts';

/** Header with the step and the exit, the step itself, and the buttons back and next. */
export function DemoFrame({ demo, children }: { demo: Demo; children: ReactNode }) {
  return (
    <div className="demo flex min-h-dvh flex-col overflow-x-clip">
      <header className="mx-auto flex h-16 w-full max-w-[110rem] items-center justify-between gap-4 px-4 sm:px-12">
        <Wordmark size={1.75}>{product.wordmark}</Wordmark>
        <div className="flex items-center gap-3 sm:gap-6">
          {demo.step !== null && (
            <span className="tabular font-semibold text-muted">{`step ${demo.step}/${totalSteps}`}</span>
          )}
          <Button
            variant="quiet"
            size="small"
            icon={<X aria-hidden size={18} strokeWidth={1.75} />}
            onPress={demo.exit}
          >
            Exit
          </Button>
        </div>
      </header>
      <Progress step={demo.step ?? 0} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto grid w-full max-w-[110rem] grow content-center px-4 py-6 sm:px-12 sm:py-10"
      >
        {children}
      </main>
      {demo.state.isPasswordVerified && <Steps demo={demo} />}
    </div>
  );
}

function Progress({ step }: { step: number }) {
  return (
    <div aria-hidden className="mx-auto flex w-full max-w-[110rem] gap-1 px-4 sm:px-12">
      {Array.from({ length: totalSteps }, (_, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the row
          key={place}
          className={`h-1 grow transition-colors ${place < step ? 'bg-brass-mark' : 'bg-line'}`}
        />
      ))}
    </div>
  );
}

function Steps({ demo }: { demo: Demo }) {
  const isLast = demo.step === totalSteps;
  return (
    <nav aria-label="Steps" className="sticky bottom-0 z-10 border-t border-line bg-ground">
      <div className="mx-auto flex w-full max-w-[110rem] items-center justify-between gap-3 px-4 py-3 sm:px-12">
        <Button
          variant="quiet"
          icon={<ArrowLeft aria-hidden size={20} strokeWidth={1.75} />}
          isDisabled={demo.step === 1}
          onPress={demo.back}
        >
          Back
        </Button>
        <span className="text-sm text-muted max-md:hidden">← → to move, Esc to exit</span>
        {isLast ? (
          <Button onPress={demo.finish}>Finish</Button>
        ) : (
          <Button
            icon={<ArrowRight aria-hidden size={20} strokeWidth={1.75} />}
            isDisabled={demo.step === null}
            onPress={demo.next}
          >
            Next
          </Button>
        )}
      </div>
    </nav>
  );
}
