import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { hasFirstMinuteCurve } from './curve-shapes.ts';
import { basisSentence } from './verdict-sentence.ts';

interface StageNotesProps {
  verdict: Verdict;
  showsCurve: boolean;
}

/** A legend for the picture's lines, and their basis. */
export function StageNotes({ verdict: { staying, firstMinute }, showsCurve }: StageNotesProps) {
  const legend = showsCurve
    ? [
        ...(hasFirstMinuteCurve(firstMinute)
          ? ['Dashed: the paid minute, without those who skipped or marked “I’d skip here”.']
          : []),
        ...(staying.curve.length > 0
          ? [
              'Line: the share still listening unpaid. Shade: where it likely lies at each second (19 times in 20).',
            ]
          : []),
      ]
    : [];
  const basis = staying.listeners > 0 ? [basisSentence(staying)] : [];
  const notes = [...legend, ...basis];
  if (notes.length === 0) return null;
  return (
    <p className="max-w-[80ch] pt-2 text-sm text-muted max-sm:order-last max-sm:pt-4">{notes.join(' ')}</p>
  );
}
