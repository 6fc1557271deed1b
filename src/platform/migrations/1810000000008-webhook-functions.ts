import { SchemaPart } from '../../runtime/database/schema/schema-part.js';
import { CLAIM_FUNCTION } from '../webhooks/sql/claim.js';
import { RELEASE_CLAIM_FUNCTION } from '../webhooks/sql/release-claim.js';
import { RECORD } from '../webhooks/sql/record.js';

/** How deliveries are claimed, given back and recorded. */
export class WebhookFunctions1810000000008 extends SchemaPart {
  readonly name = 'WebhookFunctions1810000000008';

  protected statements(): string[] {
    return [CLAIM_FUNCTION, RELEASE_CLAIM_FUNCTION, RECORD];
  }
}
