import { SchemaPart } from '../../../runtime/database/schema/schema-part.js';

/** Logos of payment methods, for which whoever runs the gateway has a licence. */
export class ChannelMarks1820000000041 extends SchemaPart {
  readonly name = 'ChannelMarks1820000000041';

  protected statements(): string[] {
    return [MARKS];
  }
}

const MARKS = `
  CREATE TABLE payment_channel_mark (
    channel text NOT NULL,
    theme text NOT NULL,
    svg text NOT NULL,
    hash text NOT NULL,
    imported_at timestamptz NOT NULL,
    PRIMARY KEY (channel, theme),
    CONSTRAINT payment_channel_mark_theme_known CHECK (theme IN ('light', 'dark')),
    CONSTRAINT payment_channel_mark_small CHECK (octet_length(svg) <= 16384),
    CONSTRAINT payment_channel_mark_hash_form CHECK (hash ~ '^[0-9a-f]{64}$')
  );`;
