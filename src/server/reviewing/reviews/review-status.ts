import { oneOf } from '../../adapters/database/columns.ts';

/** The column of a review's status. */
export const reviewStatus = oneOf('pending', 'approved', 'rejected', 'reversed');
