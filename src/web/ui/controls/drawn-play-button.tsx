import { Pause, Play } from 'lucide-react';

/**
 * The play button of a page that the server draws without React in the browser. The page's script finds it by
 * `data-play`, and shows that it plays by `data-playing` on a group around it.
 */
export const DrawnPlayButton = ({ label, isDisabled = false }: { label: string; isDisabled?: boolean }) => (
  <button
    type="button"
    data-play
    disabled={isDisabled}
    aria-label={label}
    className="grid size-14 shrink-0 cursor-pointer place-items-center rounded-full border border-brass-mark bg-brass text-on-brass hover:bg-brass-strong disabled:border-line disabled:bg-raised disabled:text-muted"
  >
    <Play
      aria-hidden
      size={24}
      fill="currentColor"
      strokeWidth={1.5}
      className="translate-x-px group-data-playing:hidden"
    />
    <Pause
      aria-hidden
      size={24}
      fill="currentColor"
      strokeWidth={1.5}
      className="hidden group-data-playing:block"
    />
  </button>
);
