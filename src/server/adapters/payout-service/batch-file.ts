import type { TransferBatch } from './payout-service.ts';

/** An id without hyphens: 32 characters, within the 35 of a bank reference. */
export const referenceOf = (id: string): string => id.replaceAll('-', '');

/** For example `sepa-2026-11-22-1a2b3c4d.xml`. */
export const fileName = (
  kind: string,
  { id, madeAt }: Pick<TransferBatch, 'id' | 'madeAt'>,
  ending: string,
): string => `${kind}-${madeAt.toISOString().slice(0, 10)}-${id.slice(0, 8)}.${ending}`;
