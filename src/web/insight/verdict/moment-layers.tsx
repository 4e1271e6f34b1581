import type { MouseEvent } from 'react';
import type { Verdict } from '#contract/insight/verdict/verdict.ts';
import { type MomentKind, momentKinds, momentLabels } from '#contract/music/tracks/moment-kinds.ts';
import { formatDuration } from '#web/ui/display/duration.ts';
import { labeledClusters } from './labeled-clusters.ts';
import { shades, shapes } from './moment-looks.ts';

const place = (second: number, durationSeconds: number) =>
  `${Math.min(100, (second / durationSeconds) * 100)}%`;

interface ClusterShadesProps {
  clusters: Verdict['clusters'];
  durationSeconds: number;
  onPlay: (second: number) => void;
}

/** Beyond this fraction of the width a label is left of its moment's end, so that it does not overflow. */
const turnsAround = 0.93;

/** Tints the moments that stand out through all layers; they are described in words below. */
export function ClusterShades({ clusters, durationSeconds, onPlay }: ClusterShadesProps) {
  const labeled = labeledClusters(clusters, durationSeconds);
  return clusters.map((cluster) => (
    <div
      key={`${cluster.kind} ${cluster.from}`}
      aria-hidden
      className="pointer-events-none absolute inset-y-0"
      style={{
        left: place(cluster.from, durationSeconds),
        width: place(cluster.to - cluster.from, durationSeconds),
      }}
    >
      <div className={`absolute inset-0 opacity-20 ${shades[cluster.kind].fill}`} />
      <div className={`absolute inset-x-0 bottom-full h-1 ${shades[cluster.kind].fill}`} />
      {labeled.includes(cluster) && (
        <ClusterLabel
          cluster={cluster}
          isLast={cluster.to / durationSeconds > turnsAround}
          onPlay={() => onPlay(cluster.from)}
        />
      )}
    </div>
  ));
}

interface ClusterLabelProps {
  cluster: Verdict['clusters'][number];
  isLast: boolean;
  onPlay: () => void;
}

const ClusterLabel = ({ cluster: { kind, people, heardBy }, isLast, onPlay }: ClusterLabelProps) => (
  <span
    aria-hidden
    onClick={onPlay}
    className={`tabular pointer-events-auto absolute bottom-full hidden cursor-pointer items-center gap-1.5 px-1 pb-1.5 text-xs font-semibold whitespace-nowrap sm:flex ${isLast ? 'right-0' : 'left-1/2 -translate-x-1/2'} ${shades[kind].text}`}
  >
    <span className={`size-2 ${shapes[kind]}`} />
    {people} of {heardBy}
  </span>
);

interface MarkLanesProps {
  marks: Verdict['marks'];
  durationSeconds: number;
  onPlay: (second: number) => void;
}

const mostPixels = 14;

/**
 * One lane per kind of mark, larger where more listeners marked a second; a press plays the mark nearest to it. The table
 * is the keyboard alternative.
 */
export function MarkLanes({ marks, durationSeconds, onPlay }: MarkLanesProps) {
  return (
    <div aria-hidden className="grid border-t border-line">
      {momentKinds.map((kind) => (
        <Lane
          key={kind}
          kind={kind}
          marks={marks.filter((mark) => mark.kind === kind)}
          durationSeconds={durationSeconds}
          onPlay={onPlay}
        />
      ))}
    </div>
  );
}

function Lane({ kind, marks, durationSeconds, onPlay }: MarkLanesProps & { kind: MomentKind }) {
  const press = ({ clientX, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const pressed = ((clientX - left) / width) * durationSeconds;
    const distance = ({ second }: Verdict['marks'][number]) => Math.abs(second - pressed);
    const [nearest] = [...marks].sort((a, b) => distance(a) - distance(b));
    if (nearest !== undefined) onPlay(nearest.second);
  };
  return (
    <div
      aria-hidden
      className={`relative h-8 border-b border-line lg:h-5 ${marks.length > 0 ? 'cursor-pointer' : ''}`}
      onClick={press}
    >
      {marks.map(({ second, count }) => (
        <span
          key={second}
          title={`${momentLabels[kind]}, ${count} at ${formatDuration(second)}`}
          className="absolute inset-y-0 grid w-6 -translate-x-1/2 place-items-center lg:w-5"
          style={{ left: place(second, durationSeconds) }}
        >
          <span
            className={shapes[kind]}
            style={{
              width: Math.min(mostPixels, 5 + 2 * count),
              height: Math.min(mostPixels, 5 + 2 * count),
            }}
          />
        </span>
      ))}
    </div>
  );
}
