import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Text } from 'react-aria-components/Text';

export const labelStyle = 'block text-sm font-semibold';
export const inputStyle =
  'block w-full min-h-11 border border-rest bg-panel px-3 py-2 text-text placeholder:text-muted hover:border-muted ' +
  'focus:border-brass-mark data-invalid:border-rose disabled:bg-raised disabled:text-muted';

/** The notes below a control: the error or hint, and a counter at the end. */
export function FieldNotes(props: { hint?: ReactNode; error?: string | undefined; counter?: ReactNode }) {
  const { hint, error, counter } = props;
  return (
    <div className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
      <div>
        <FieldError className="font-medium text-rose">{error}</FieldError>
        {hint !== undefined && (
          <Text slot="description" className={error === undefined ? 'block' : 'sr-only'}>
            {hint}
          </Text>
        )}
      </div>
      {counter !== undefined && <div className="tabular ms-auto">{counter}</div>}
    </div>
  );
}
