import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import type { MarkTheme } from './mark.js';

/** The logo of a channel on pages. Pages show a channel without a row with a neutral drawing of its type. */
@Entity('payment_channel_mark')
export class ChannelMark {
  @PrimaryColumn('text')
  channel: ChannelId;

  @PrimaryColumn('text')
  theme: MarkTheme;

  @Column('text')
  svg: string;

  /** SHA-256 of the drawing in hex. */
  @Column('text')
  hash: string;

  @Column('timestamptz')
  importedAt: Date;
}
