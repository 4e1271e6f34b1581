import { useEffect, useState } from 'react';
import { searchWords } from '#web/search-words.ts';
import { TextField } from '#web/ui/controls/text-field.tsx';

const pauseMilliseconds = 250;

interface SearchFieldProps {
  label: string;
  /** Called when typing pauses. */
  onSearch: (words: string) => void;
}

export function SearchField({ label, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => onSearch(searchWords(typed)), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <TextField
      label={label}
      hideLabel
      placeholder={label}
      type="search"
      value={typed}
      onChange={setTyped}
      maxLength={100}
    />
  );
}
