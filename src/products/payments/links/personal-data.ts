import { erasedBy } from '../../../runtime/personal-data/erased-by.js';
import type { PersonalDataKind } from '../../../runtime/personal-data/personal-data-kind.js';
import { textsOf } from '../../../runtime/personal-data/texts-of.js';

/** Payment links: their texts may name a payer, whether anybody has paid or not. A text goes as a whole. */
export const LINK_PAYERS: PersonalDataKind = {
  name: 'payment_links',
  table: 'payment_link',
  key: [{ column: 'id', type: 'uuid' }],
  texts: textsOf('t', ['description', 'control']),
  erase: (tx, keys, mention) => erasedBy(tx, 'erase_links($1, $2)', [keys.flat(), mention]),
};
