import { type FindOperator, Raw } from 'typeorm';
import type { SeekCursor } from '../../../common/pagination/seek-cursor.js';

/**
 * A condition for `where` of a time column: rows after a position in the order of the column and the id. So a page is read from an index on
 * these two columns.
 * @param operator `>` for the oldest first, `<` for the newest first.
 */
export const rowsAfterCursor = ({ at, id }: SeekCursor, operator: '>' | '<', idColumn = 'id'): FindOperator<Date> =>
  Raw((column) => `(${column}, ${idColumn}) ${operator} (:behind_at, :behind_id)`, { behind_at: at, behind_id: id }) as FindOperator<Date>;
