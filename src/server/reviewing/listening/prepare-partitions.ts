import type { Dependencies } from '../../foundation/dependencies.ts';
import { preparePartitions } from './play-event-store.ts';

/** Creates the partitions for the coming months' play events. */
export async function preparePlayEventPartitions({
  database,
}: Pick<Dependencies, 'database'>): Promise<void> {
  await preparePartitions.run(database, {});
}
