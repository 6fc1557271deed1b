import { callEraseFunction } from '../../../runtime/personal-data/call-erase-function.js';
import type { PersonalDataSource } from '../../../runtime/personal-data/personal-data-source.js';
import { columnsAsText } from '../../../runtime/personal-data/searchable-text.js';

/** Payment links. Their texts may name a payer even if no payer has paid. Erasure removes the whole text. */
export const LINK_PAYERS: PersonalDataSource = {
  name: 'payment_links',
  table: 'payment_link',
  key: [{ column: 'id', type: 'uuid' }],
  searchedTextSql: columnsAsText('t', ['description', 'control']),
  erase: (tx, keys, mention) => callEraseFunction(tx, 'erase_links($1, $2)', [keys.flat(), mention]),
};
