import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** What payers do on the pages of their payments: they agree to subscriptions, and choose among apps that know an alias. */
export class OfferedSubscriptions1800000000022 extends SchemaPart {
  readonly name = 'OfferedSubscriptions1800000000022';

  protected statements(): string[] {
    return [OFFERS, CODES];
  }
}

const OFFERS = `
  ALTER TABLE payment_transaction ADD COLUMN subscription json,
    ADD CONSTRAINT payment_transaction_offers_where_it_recurs CHECK (subscription IS NULL OR direct_channel = 'blik-recurrent'),
    ADD CONSTRAINT payment_transaction_offer_bounded CHECK (octet_length(subscription::text) <= 16384);`;

const CODES = `
  ALTER TABLE payment_code ADD COLUMN alias text, ADD CONSTRAINT payment_code_alias_length CHECK (char_length(alias) BETWEEN 1 AND 128);`;
