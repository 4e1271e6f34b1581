import { TextField } from '#web/ui/controls/text-field.tsx';
import { useTypedSearch } from '../../typed-search.ts';

interface SearchFieldProps {
  label: string;
  /** What is searched for now. */
  words: string;
  /** Called when typing pauses. */
  onSearch: (words: string) => void;
}

export function SearchField({ label, words, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useTypedSearch(words, onSearch);
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
