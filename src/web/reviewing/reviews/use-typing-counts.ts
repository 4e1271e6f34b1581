import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { TypingCounts } from '#contract/reviewing/reviews/typing-counts.ts';
import { countedWith, nothingTyped } from './typing-rules.ts';

interface Writing {
  /** The text in the draft. */
  readonly text: string;
  readonly counts: TypingCounts | undefined;
}

/**
 * Counts how the text in a field is entered, continuing the draft's counts. Returns a function that gives the counts
 * after the latest change.
 */
export function useTypingCounts(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, counts }: Writing,
): () => TypingCounts {
  const drafted = useRef({ text, counts: counts ?? nothingTyped });
  useLayoutEffect(() => {
    drafted.current = { text, counts: counts ?? nothingTyped };
  }, [text, counts]);
  useEffect(() => (field.current ? watch(field.current, drafted) : undefined), [field]);
  return () => drafted.current.counts;
}

/** Listens on the field itself, so that a change is counted before the draft is updated. */
function watch(field: HTMLTextAreaElement, drafted: { current: { text: string; counts: TypingCounts } }) {
  const listening = new AbortController();
  const { signal } = listening;
  let lastAt = document.activeElement === field ? performance.now() : undefined;
  let taken: string | undefined;
  let isMoved = false;
  const selected = () => field.value.slice(field.selectionStart, field.selectionEnd);
  const take = () => {
    taken = selected();
  };
  const arrive = (data: DataTransfer | null) => {
    isMoved = taken !== undefined && plain(data?.getData('text/plain') ?? '') === plain(taken);
  };
  field.addEventListener(
    'focus',
    () => {
      lastAt = performance.now();
    },
    { signal },
  );
  for (const leaves of ['copy', 'cut', 'dragstart'] as const)
    field.addEventListener(leaves, take, { signal });
  field.addEventListener('paste', ({ clipboardData }) => arrive(clipboardData), { signal });
  field.addEventListener('drop', ({ dataTransfer }) => arrive(dataTransfer), { signal });
  field.addEventListener(
    'input',
    (event) => {
      const now = performance.now();
      const { text: before, counts } = drafted.current;
      const change = {
        inputType: event instanceof InputEvent ? event.inputType : '',
        before,
        after: field.value,
        isMoved,
        milliseconds: now - (lastAt ?? now),
      };
      drafted.current = { text: field.value, counts: countedWith(counts, change) };
      lastAt = now;
      // Dragging text changes it twice, and only the second change inserts.
      if (change.inputType.startsWith('insert')) isMoved = false;
    },
    { signal },
  );
  return () => listening.abort();
}

/** Some clipboards change line endings. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n');
