import { genreKeys, genreLabel } from '#contract/business-rules.ts';
import { SelectField } from '#web/ui/select-field.tsx';

const options = genreKeys.map((value) => ({ value, label: genreLabel(value) }));

export interface GenreFieldProps {
  value: string | null;
  onChange: (genre: string) => void;
  isDisabled?: boolean;
}

export function GenreField({ value, onChange, isDisabled = false }: GenreFieldProps) {
  return (
    <SelectField
      label="Genre"
      options={options}
      value={value}
      onChange={onChange}
      placeholder="Select genre"
      isDisabled={isDisabled}
    />
  );
}
