import type { Dependencies } from '../dependencies.ts';
import { preparePartitions } from './play-event-store.ts';

/** Makes the partitions that the play events of the coming months will need. */
export async function preparePlayEventPartitions({
  database,
}: Pick<Dependencies, 'database'>): Promise<void> {
  await preparePartitions.run(database, {});
}
