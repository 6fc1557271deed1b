import type { AliasResult } from '../../../connectors/channels/port/alias.js';
import type { NotFound } from '../../../connectors/channels/port/attempt.js';

/** What a channel says of an alias. Its not knowing one is worth what it was when it was asked. */
export type AliasWord = AliasResult | (NotFound & { askedAt: Date });
