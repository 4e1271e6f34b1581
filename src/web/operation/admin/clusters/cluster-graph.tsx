import type { Cluster } from '#contract/operation/admin/admin-clusters.ts';
import { relationKindNames } from '#contract/trust/linked-accounts/relation-kinds.ts';
import { clusterDrawing } from './cluster-drawing.ts';

const size = 360;

/**
 * People on a ring, evidence inside it, and a line for each person who shares it. The list beside it has the same
 * content.
 */
export function ClusterGraph({ cluster }: { cluster: Cluster }) {
  const { people, pieces, lines } = clusterDrawing(cluster, size);
  return (
    <figure className="grid gap-3">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`${people.length} accounts and ${pieces.length} pieces of evidence that join them, as listed under What they share`}
        className="mx-auto w-full max-w-md"
      >
        {lines.map(({ key, from, to }) => (
          <line
            key={key}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
            className="stroke-rest"
            strokeWidth={0.7}
          />
        ))}
        {people.map(({ key, at, isSuspended, name }) => (
          <circle
            key={key}
            cx={at.x}
            cy={at.y}
            r={people.length > 60 ? 3 : 5}
            className={isSuspended ? 'fill-rose' : 'fill-text'}
          >
            <title>{name}</title>
          </circle>
        ))}
        {pieces.map(({ key, at, kind, count }) => (
          <g key={key}>
            <rect x={at.x - 6} y={at.y - 6} width={12} height={12} className="fill-brass-mark" />
            <title>{`${relationKindNames[kind]}, ${count} accounts`}</title>
          </g>
        ))}
      </svg>
      <figcaption className="text-sm text-muted">
        Dots are accounts; suspended ones are red. Squares are evidence, the most shared of each kind.
      </figcaption>
    </figure>
  );
}
