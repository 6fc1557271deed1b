import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/** A service's settings for a channel: how they narrow the catalogue, and the commission. */
@Entity('payment_channel')
export class PaymentChannel {
  @PrimaryColumn('text')
  serviceId: string;

  @PrimaryColumn('text')
  channel: ChannelId;

  @Column('boolean')
  enabled: boolean;

  /** Basis points of the PLN value, plus a fixed part in grosz. */
  @Column('integer')
  commissionBp: number;

  @Column('bigint', { transformer: minorTransformer })
  commissionFixedMinor: number;

  /** null: all that the catalogue names. */
  @Column('text', { array: true, nullable: true })
  currencies: string[] | null;

  /** Of the currency that is paid in; null: the catalogue's. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  minMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  maxMinor: number | null;
}
