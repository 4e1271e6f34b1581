import type { LinkDevice, PrivateLink } from '#contract/music/circle/circle.ts';
import { guestName } from '#contract/music/circle/circle-rules.ts';
import { momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { MomentIcon } from '#web/music/tracks/moment-icon.tsx';
import { formatDuration } from '#web/ui/display/duration.ts';
import { Stars } from '#web/ui/display/stars.tsx';
import { TimeAgo } from '#web/ui/display/time-ago.tsx';

interface LinkGuestsProps {
  link: PrivateLink;
  onPlay: (second: number) => void;
}

/** The devices that opened a link. Collapsed, because a link can have a hundred. */
export function LinkGuests({ link: { devices, name }, onPlay }: LinkGuestsProps) {
  const guests = devices.filter((device) => !device.isOwn);
  const heardToEnd = guests.filter((device) => device.heardToEnd).length;
  return (
    <details>
      <summary className="text-sm">
        {`Who listened: ${guests.length === 1 ? '1 device' : `${guests.length} devices`}, ${heardToEnd} to the end`}
        <span className="sr-only"> ({name})</span>
      </summary>
      <ul className="grid gap-4 pt-3">
        {devices.map((device) => (
          <Device key={device.number} device={device} onPlay={onPlay} />
        ))}
      </ul>
    </details>
  );
}

const opensText = (opens: number) => (opens === 1 ? 'opened once' : `opened ${opens} times`);

function Device({ device, onPlay }: { device: LinkDevice; onPlay: LinkGuestsProps['onPlay'] }) {
  const { stars, line, moments, isOwn, opens, heardSeconds, heardToEnd, lastOpenedAt } = device;
  return (
    <li className="grid gap-1 border-s-2 border-line ps-3">
      <p className="flex flex-wrap items-center gap-x-3">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {guestName(device)}
        </span>
        {isOwn && <span className="text-sm text-muted">yours, not counted</span>}
        {stars !== null && <Stars value={stars} label={stars === 1 ? '1 star' : `${stars} stars`} />}
      </p>
      <p className="tabular flex flex-wrap gap-x-3 text-sm text-muted">
        <span>{opensText(opens)}</span>
        <span>{`heard ${formatDuration(heardSeconds)}${heardToEnd ? ', to the end' : ''}`}</span>
        <TimeAgo date={lastOpenedAt} />
      </p>
      {line !== null && (
        <p dir="auto" className="max-w-prose wrap-anywhere">
          {line}
        </p>
      )}
      {moments.length > 0 && (
        <ul aria-label="Marks" className="flex flex-wrap gap-2">
          {moments.map(({ kind, atSecond }) => (
            <li key={`${kind} ${atSecond}`}>
              <button
                type="button"
                onClick={() => onPlay(atSecond)}
                aria-label={`Play ${formatDuration(atSecond)}: ${momentLabels[kind]}`}
                className="tabular flex min-h-11 min-w-11 cursor-pointer items-center gap-1.5 text-sm hover:underline lg:min-h-8"
              >
                <MomentIcon kind={kind} size={14} />
                {formatDuration(atSecond)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
