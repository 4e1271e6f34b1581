import { type Genre, genreKeys, genreLabel } from '#contract/business-rules.ts';
import { SelectField } from '#web/ui/controls/select-field.tsx';

const options = genreKeys.map((value) => ({ value, label: genreLabel(value) }));

export interface GenreFieldProps {
  value: Genre | null;
  onChange: (genre: Genre) => void;
  error?: string | undefined;
  isDisabled?: boolean;
}

export function GenreField({ value, onChange, error, isDisabled = false }: GenreFieldProps) {
  return (
    <SelectField
      label="Genre"
      options={options}
      value={value}
      onChange={onChange}
      placeholder="Select genre"
      error={error}
      isDisabled={isDisabled}
    />
  );
}
