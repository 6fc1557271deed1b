import { SchemaPart } from '../../runtime/database/schema/schema-part.js';

/** Where payers withdraw from the contract with a shop. */
export class WithdrawalLinks1810000000201 extends SchemaPart {
  readonly name = 'WithdrawalLinks1810000000201';

  protected statements(): string[] {
    return [COLUMN];
  }
}

const COLUMN = `
  ALTER TABLE service_brand ADD COLUMN withdrawal_url text
    CONSTRAINT service_brand_withdrawal_url_form CHECK (withdrawal_url ~ '^https://[^[:space:]"<>]+$' AND char_length(withdrawal_url) <= 2048);`;
