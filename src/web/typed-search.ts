import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { searchWords } from './search-words.ts';

const pauseMilliseconds = 300;

/**
 * What is typed into a search field, and how to change it. `onSearch` gets its words when typing pauses. If the words change
 * otherwise, as by the browser's Back, the field follows.
 * @param fewestLetters that are searched for; less means no words
 */
export function useTypedSearch(
  words: string,
  onSearch: (words: string) => void,
  fewestLetters?: number,
): readonly [string, (typed: string) => void] {
  const [typed, setTyped] = useState(words);
  const told = useRef(words);
  useEffect(() => {
    if (words === told.current) return;
    told.current = words;
    setTyped(words);
  }, [words]);
  const tell = useEffectEvent((wanted: string) => {
    told.current = wanted;
    onSearch(wanted);
  });
  const wanted = searchWords(typed, fewestLetters);
  useEffect(() => {
    if (wanted === told.current) return;
    const timer = setTimeout(() => tell(wanted), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [wanted]);
  return [typed, setTyped];
}
