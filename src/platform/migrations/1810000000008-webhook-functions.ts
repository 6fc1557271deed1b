import { SchemaPart } from '../../runtime/database/schema/schema-part.js';
import { CLAIM } from '../webhooks/sql/claim.js';
import { GIVE_BACK } from '../webhooks/sql/give-back.js';
import { RECORD } from '../webhooks/sql/record.js';

/** How deliveries are claimed, given back and recorded. */
export class WebhookFunctions1810000000008 extends SchemaPart {
  readonly name = 'WebhookFunctions1810000000008';

  protected statements(): string[] {
    return [CLAIM, GIVE_BACK, RECORD];
  }
}
