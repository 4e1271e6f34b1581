import { z } from 'zod';

/** Where the next page of a list starts; opaque to clients. */
export const Cursor = z.string().max(200);

/** The query of a paged list. */
export const PageQuery = z.strictObject({ cursor: Cursor.optional() });

/** One page of a list, with the cursor of the next one or null at the end. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), nextCursor: Cursor.nullable() });
