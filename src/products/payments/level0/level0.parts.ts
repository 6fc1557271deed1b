import type { Parts } from '../parts.js';
import { AliasToPayWithQuery } from './alias-to-pay-with.query.js';
import { EarlierTicketQuery } from './earlier-ticket.query.js';
import { PayLevel0Service } from './pay-level0.service.js';
import { PickAppService } from './pick-app.service.js';

export const LEVEL0_PARTS = {
  exported: [PayLevel0Service, PickAppService],
  inner: [AliasToPayWithQuery, EarlierTicketQuery],
} satisfies Parts;
