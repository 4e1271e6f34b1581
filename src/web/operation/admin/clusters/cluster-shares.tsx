import type { Cluster } from '#contract/operation/admin/admin-clusters.ts';
import { relationKindNames, relationKinds } from '#contract/trust/linked-accounts/relation-kinds.ts';

const mostNames = 4;
const mostLines = 5;

/** Each kind of evidence with those who share it, widest first. */
export function ClusterEvidence({ cluster: { members, links } }: { cluster: Cluster }) {
  const names = new Map(members.map(({ userId, displayName }) => [userId, displayName]));
  const kinds = relationKinds
    .map((kind) => ({ kind, own: links.filter((link) => link.kind === kind) }))
    .filter(({ own }) => own.length > 0);
  return (
    <dl className="grid gap-3">
      {kinds.map(({ kind, own }) => (
        <div key={kind} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
          <dt className="font-semibold first-letter:uppercase">{relationKindNames[kind]}</dt>
          {own.slice(0, mostLines).map(({ userIds }) => (
            <dd key={userIds.join(' ')} className="text-muted">
              <span className="tabular text-text">{`${userIds.length} accounts: `}</span>
              {userIds
                .slice(0, mostNames)
                .map((id) => names.get(id) ?? '')
                .join(', ')}
              {userIds.length > mostNames && `, and ${userIds.length - mostNames} more`}
            </dd>
          ))}
          {own.length > mostLines && (
            <dd className="text-sm text-muted">{`and ${own.length - mostLines} more of this kind`}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const size = 360;
const margin = 12;
const mostPieces = 16;
const mostPiecesOfKind = 6;

/** The position of one of `count` points on a ring, starting at the top. */
function onRing(radius: number, place: number, count: number) {
  const angle = (2 * Math.PI * place) / Math.max(1, count) - Math.PI / 2;
  return { x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) };
}

/**
 * People on a ring, the widest evidence inside it, and a line for each person who shares it. The list beside it has the
 * same content.
 */
export function ClusterGraph({ cluster: { members, links } }: { cluster: Cluster }) {
  const radius = size / 2 - margin;
  const people = members.map((member, place) => ({ ...member, at: onRing(radius, place, members.length) }));
  const placeOf = new Map(people.map(({ userId, at }) => [userId, at]));
  const shown = links
    .filter(
      ({ kind }, place) =>
        links.slice(0, place).filter((link) => link.kind === kind).length < mostPiecesOfKind,
    )
    .slice(0, mostPieces);
  const pieces = shown.map((link, place) => ({
    ...link,
    key: `${link.kind} ${link.userIds.join(' ')}`,
    // Offset by half a step, so that no line passes behind another piece.
    at: onRing(radius * 0.45, place + 0.5, shown.length),
  }));
  return (
    <figure className="grid gap-3">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`${people.length} accounts and ${pieces.length} pieces of evidence that join them, as listed under What they share`}
        className="mx-auto w-full max-w-md"
      >
        {pieces.flatMap(({ key, at, userIds }) =>
          userIds.map((id) => {
            const { x, y } = placeOf.get(id) ?? at;
            const line = { x1: at.x, y1: at.y, x2: x, y2: y };
            return <line key={`${key} to ${id}`} {...line} className="stroke-rest" strokeWidth={0.7} />;
          }),
        )}
        {people.map(({ userId, at, suspendedAt, displayName }) => (
          <circle
            key={userId}
            cx={at.x}
            cy={at.y}
            r={people.length > 60 ? 3 : 5}
            className={suspendedAt === null ? 'fill-text' : 'fill-rose'}
          >
            <title>{displayName}</title>
          </circle>
        ))}
        {pieces.map(({ key, at, kind, userIds }) => (
          <g key={key}>
            <rect x={at.x - 6} y={at.y - 6} width={12} height={12} className="fill-brass-mark" />
            <title>{`${relationKindNames[kind]}, ${userIds.length} accounts`}</title>
          </g>
        ))}
      </svg>
      <figcaption className="text-sm text-muted">
        Dots are accounts; suspended ones are red. Squares are evidence, the most shared of each kind.
      </figcaption>
    </figure>
  );
}
