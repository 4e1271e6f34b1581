import { Star } from 'lucide-react';
import { guestLineLength, guestNameLength } from '#contract/music/circle/circle-rules.ts';
import { buttonStyle } from '#web/ui/controls/button-style.ts';
import { inputStyle, labelStyle } from '#web/ui/controls/field-notes.tsx';

/** Stars, a line and a name: all optional. After the link has ended it shows only what was typed. */
export const DrawnResponse = ({ isHidden }: { isHidden: boolean }) => (
  <form
    data-response
    hidden={isHidden}
    aria-label="What you leave"
    className="grid gap-4 border-t border-line pt-6"
  >
    <fieldset className="grid gap-1.5">
      <legend className={labelStyle}>Stars</legend>
      <div className="-ms-2 flex">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            data-star
            className="group relative grid size-11 cursor-pointer place-items-center text-rest data-lit:text-brass-ink"
          >
            <input type="radio" name="stars" value={stars} className="absolute inset-0 opacity-0" />
            <span className="sr-only">{stars === 1 ? '1 star' : `${stars} stars`}</span>
            <Star aria-hidden size={30} strokeWidth={1.5} className="group-data-lit:fill-brass" />
          </label>
        ))}
      </div>
    </fieldset>
    <div className="grid gap-1.5">
      <label className={labelStyle} htmlFor="guest-line">
        A line for the artist
      </label>
      <textarea
        id="guest-line"
        name="line"
        rows={3}
        maxLength={guestLineLength}
        dir="auto"
        aria-keyshortcuts="Control+Enter"
        className={inputStyle}
      />
      <p className="tabular ms-auto text-sm text-muted" data-count>
        {`0 of ${guestLineLength}`}
      </p>
    </div>
    <div className="grid gap-1.5">
      <label className={labelStyle} htmlFor="guest-name">
        Your name, if you like
      </label>
      <input
        id="guest-name"
        name="name"
        maxLength={guestNameLength}
        dir="auto"
        autoComplete="name"
        className={inputStyle}
      />
    </div>
    <div className="flex flex-wrap items-center gap-3">
      <button type="submit" data-send className={buttonStyle()}>
        Send
      </button>
      <button type="button" data-remove className={`${buttonStyle({ variant: 'quiet' })} invisible`}>
        Remove what I left
      </button>
    </div>
    <p role="status" data-saved className="min-h-6 text-sm text-muted" />
  </form>
);
