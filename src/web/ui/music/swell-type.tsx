import { Fragment, useMemo } from 'react';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { contrasted, levels, type Peaks, smoothed, stepped, wideCapitals } from './peaks.ts';
import { lettersOf, SwellLetters, swellWords } from './swell-letters.tsx';
import { type SwellRange, swellSize } from './swell-size.ts';

export interface SwellTypeProps extends Partial<SwellRange> {
  children: string;
  peaks: Peaks;
  as?: 'h1' | 'h2' | 'h3' | 'p' | 'span';
  tone?: 'text' | 'brass';
}

function useWords(text: string, peaks: Peaks) {
  return useMemo(() => {
    const letters = lettersOf(text);
    const swell = contrasted(smoothed(levels(peaks, letters.length)));
    return swellWords(text, stepped(wideCapitals(swell, letters)));
  }, [text, peaks]);
}

/** A title whose letters get their widths from its track, sized to fit anywhere. */
export function SwellType(props: SwellTypeProps) {
  const {
    children,
    peaks,
    as: Element = 'span',
    tone = 'text',
    largest = 6,
    smallest = 1.5,
    lines = 4,
  } = props;
  const words = useWords(children, peaks);
  const { fontSize, breaks } = swellSize(
    words.map((word) => word.width),
    { largest, smallest, lines },
  );
  const heading = Element !== 'p' && Element !== 'span';
  return (
    <Element
      className={`swell ${tone === 'brass' ? 'text-brass-mark' : ''}`}
      {...(heading ? { tabIndex: -1 } : {})}
      {...(lines === 2 ? { title: children } : {})}
    >
      <VisuallyHidden>{children}</VisuallyHidden>
      <span
        aria-hidden
        translate="no"
        className={lines === 2 ? 'line-clamp-2' : 'block'}
        style={{ fontSize }}
      >
        <bdi>
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is its place in the title
            <Fragment key={index}>
              {index > 0 && ' '}
              <SwellLetters word={word} breakable={breaks(word.width)} />
            </Fragment>
          ))}
        </bdi>
      </span>
    </Element>
  );
}
