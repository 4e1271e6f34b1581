import type { Cluster } from '#contract/operation/admin/admin-clusters.ts';
import type { RelationKind } from '#contract/trust/linked-accounts/relation-kinds.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ClusterDrawing {
  readonly people: readonly {
    readonly key: string;
    readonly at: Point;
    readonly name: string;
    readonly isSuspended: boolean;
  }[];
  readonly pieces: readonly {
    readonly key: string;
    readonly at: Point;
    readonly kind: RelationKind;
    readonly count: number;
  }[];
  readonly lines: readonly { readonly key: string; readonly from: Point; readonly to: Point }[];
}

const mostPieces = 16;
const mostPiecesOfKind = 6;
const margin = 12;

/** The position of one of `of` points on a ring, starting at the top. */
function onRing(size: number, radius: number, number: number, of: number): Point {
  const angle = (2 * Math.PI * number) / Math.max(1, of) - Math.PI / 2;
  return { x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) };
}

/** Positions of a cluster's elements: people on the outer ring, the widest pieces of evidence on an inner one. */
export function clusterDrawing({ members, links }: Cluster, size: number): ClusterDrawing {
  const radius = size / 2 - margin;
  const people = members.map(({ userId, displayName, suspendedAt }, place) => ({
    key: userId,
    at: onRing(size, radius, place, members.length),
    name: displayName,
    isSuspended: suspendedAt !== null,
  }));
  const placeOf = new Map(people.map(({ key, at }) => [key, at]));
  const shown = links
    .filter(
      (link, place) =>
        links.slice(0, place).filter(({ kind }) => kind === link.kind).length < mostPiecesOfKind,
    )
    .slice(0, mostPieces);
  const pieces = shown.map(({ kind, userIds }, place) => ({
    key: `${kind} ${userIds.join(' ')}`,
    // Offset by half a step, so that no line passes behind another piece.
    at: onRing(size, radius * 0.45, place + 0.5, shown.length),
    kind,
    count: userIds.length,
    userIds,
  }));
  const lines = pieces.flatMap(({ key, at: from, userIds }) =>
    userIds.flatMap((id) => {
      const to = placeOf.get(id);
      return to ? [{ key: `${key} to ${id}`, from, to }] : [];
    }),
  );
  return { people, pieces: pieces.map(({ userIds: _, ...piece }) => piece), lines };
}
