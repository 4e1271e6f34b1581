import type { Cluster, ClusterLink } from '#contract/operation/admin/admin-clusters.ts';
import {
  type RelationKind,
  relationKindNames,
  relationKinds,
} from '#contract/trust/linked-accounts/relation-kinds.ts';

const mostNames = 4;
const mostLines = 5;

/** Each kind of evidence with those who share it, widest first. */
export function ClusterEvidence({ cluster: { members, links } }: { cluster: Cluster }) {
  const names = new Map(members.map(({ userId, displayName }) => [userId, displayName]));
  return (
    <dl className="grid gap-3">
      {relationKinds.map((kind) => {
        const own = links.filter((link) => link.kind === kind);
        return own.length > 0 && <Kind key={kind} kind={kind} links={own} names={names} />;
      })}
    </dl>
  );
}

interface KindProps {
  kind: RelationKind;
  links: readonly ClusterLink[];
  names: ReadonlyMap<string, string>;
}

function Kind({ kind, links, names }: KindProps) {
  return (
    <div className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <dt className="font-semibold first-letter:uppercase">{relationKindNames[kind]}</dt>
      {links.slice(0, mostLines).map(({ userIds }) => (
        <dd key={userIds.join(' ')} className="text-muted">
          <span className="tabular text-text">{`${userIds.length} accounts: `}</span>
          {userIds
            .slice(0, mostNames)
            .map((id) => names.get(id) ?? '')
            .join(', ')}
          {userIds.length > mostNames && `, and ${userIds.length - mostNames} more`}
        </dd>
      ))}
      {links.length > mostLines && (
        <dd className="text-sm text-muted">{`and ${links.length - mostLines} more of this kind`}</dd>
      )}
    </div>
  );
}
