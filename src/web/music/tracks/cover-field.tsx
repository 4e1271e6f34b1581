import { ImagePlus } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { maximumPictureBytes, shownMegabytes } from '#contract/business-rules.ts';
import { failureText } from '#web/calls/error-messages.ts';
import { pictureFault, pictureTypes } from '#web/files/picture-fault.ts';
import { Button } from '#web/ui/controls/button.tsx';

/** A picture to upload; null removes the cover; undefined leaves it unchanged. */
export type CoverChange = File | null | undefined;

export interface CoverFieldProps {
  /** The current cover; null for the drawn cover. */
  currentUrl: string | null;
  change: CoverChange;
  onChange: (change: CoverChange) => void;
  /** Shown if there is no cover. */
  drawnCover?: ReactNode;
  hint?: string;
  isDisabled?: boolean;
}

/** A track's cover as everyone will see it, with buttons to choose and remove it. */
export function CoverField(props: CoverFieldProps) {
  const { currentUrl, change, onChange, drawnCover, hint, isDisabled = false } = props;
  const label = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const chosenUrl = useObjectUrl(change ?? null);
  const shownUrl = change === undefined ? currentUrl : chosenUrl;
  const choose = async (file: File | undefined) => {
    // Lets the same file be chosen again after a failure.
    if (input.current !== null) input.current.value = '';
    if (file === undefined) return;
    const found = await pictureFault(file).then((wrong) => wrong?.body ?? null, failureText);
    setFault(found);
    if (found === null) onChange(file);
  };
  const remove = () => {
    setFault(null);
    onChange(change instanceof File || currentUrl === null ? undefined : null);
  };
  const onUnreadable = () => {
    if (!(change instanceof File)) return;
    setFault('Your browser can’t read this picture. Please choose another one.');
    onChange(undefined);
  };
  return (
    <fieldset aria-labelledby={label} className="grid min-w-0 gap-1.5">
      <span id={label} className="text-sm font-semibold">
        Cover (Optional)
      </span>
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-4">
        {shownUrl === null ? (
          (drawnCover ?? <NoCover />)
        ) : (
          // Cropped like on the server.
          <img
            src={shownUrl}
            alt={change instanceof File ? 'The cover you chose' : 'The cover of this track'}
            className="aspect-square w-full bg-raised object-cover"
            onError={onUnreadable}
          />
        )}
        <div className="grid gap-2">
          <input
            ref={input}
            type="file"
            aria-label="Cover picture"
            accept={pictureTypes.join()}
            hidden
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              variant="quiet"
              size="small"
              isDisabled={isDisabled}
              onPress={() => input.current?.click()}
            >
              {shownUrl === null ? 'Choose picture' : 'Change picture'}
            </Button>
            {shownUrl !== null && (
              <Button variant="quiet" size="small" isDisabled={isDisabled} onPress={remove}>
                {change instanceof File && currentUrl !== null ? 'Keep the old cover' : 'Remove cover'}
              </Button>
            )}
          </div>
          <p className="text-sm text-muted">
            JPEG, PNG or WebP, up to {shownMegabytes(maximumPictureBytes)}. Cropped to a square around its
            center. {hint}
          </p>
        </div>
      </div>
      {fault !== null && (
        <p role="alert" className="text-sm font-medium text-rose">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

const NoCover = () => (
  <span
    aria-hidden
    className="grid aspect-square w-full place-items-center border border-dashed border-rest text-muted"
  >
    <ImagePlus size={28} strokeWidth={1.25} />
  </span>
);

/** An object URL of the file while it is shown; null without one. */
function useObjectUrl(file: File | null): string | null {
  const [shown, setShown] = useState<{ file: File; url: string } | null>(null);
  useEffect(() => {
    if (file === null) return;
    const url = URL.createObjectURL(file);
    setShown({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return shown !== null && shown.file === file ? shown.url : null;
}
