import { Suspense } from 'react';
import { descriptionLength, titleLength } from '#contract/business-rules.ts';
import { TextArea } from '#web/ui/controls/text-area.tsx';
import { TextField } from '#web/ui/controls/text-field.tsx';
import { lazyPart, MissingPart } from '#web/ui/display/lazy-part.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { UploadOptions } from './upload-options.tsx';
import type { useUploadForm } from './use-upload-form.ts';

// The list box is as large as the rest of the page, and not needed immediately.
const GenreField = lazyPart(async () => (await import('./genre-field.tsx')).GenreField, MissingPart);

interface UploadDetailsProps {
  form: ReturnType<typeof useUploadForm>['form'];
  /** The former version; null for a new track. */
  formerId: string | null;
  /** The former version's. */
  initialTitle: string;
  isDisabled: boolean;
}

/** What the artist says about the track: title, genre, description, options and questions. */
export function UploadDetails({ form, formerId, initialTitle, isDisabled }: UploadDetailsProps) {
  const { file, title, genre } = form.faults;
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-[1fr_14rem]">
        <div>
          <TextField
            {...form.field('title')}
            label="Title"
            onKeyDown={(event) => {
              // With a disabled button Enter does not submit, so the form could not say what is missing.
              if (event.key !== 'Enter') return;
              event.preventDefault();
              form.submit();
            }}
            maxLength={titleLength}
            isDisabled={isDisabled}
          />
        </div>
        <div data-field="genre">
          <Suspense fallback={<Skeleton className="h-19 w-full" label="Loading genres" />}>
            <GenreField {...form.field('genre')} isDisabled={isDisabled} />
          </Suspense>
        </div>
      </div>
      <TextArea
        {...form.field('description')}
        label="Description (Optional)"
        maxLength={descriptionLength}
        isDisabled={isDisabled}
        rows={4}
      />
      <UploadOptions
        fields={form.values}
        set={form.set}
        formerId={formerId}
        initialTitle={initialTitle}
        onlyQuestionsMiss={(file ?? title ?? genre) === undefined}
        isDisabled={isDisabled}
      />
    </>
  );
}
