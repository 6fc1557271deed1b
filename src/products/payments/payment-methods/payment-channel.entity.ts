import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import { minorTransformer } from '../../../runtime/database/minor-transformer.js';

/**
 * A service's settings for a channel: whether it is enabled, how the service restricts the limits and currencies of the channel catalogue,
 * and the commission.
 */
@Entity('payment_channel')
export class PaymentChannel {
  @PrimaryColumn('text')
  serviceId: string;

  @PrimaryColumn('text')
  channel: ChannelId;

  @Column('boolean')
  enabled: boolean;

  /** The commission: basis points of the PLN value, plus a fixed part in grosz. */
  @Column('integer')
  commissionBp: number;

  @Column('bigint', { transformer: minorTransformer })
  commissionFixedMinor: number;

  /** null means all currencies of the catalogue. */
  @Column('text', { array: true, nullable: true })
  currencies: string[] | null;

  /** Minimum and maximum in minor units of the payment's currency. null means the bound of the catalogue. */
  @Column('bigint', { transformer: minorTransformer, nullable: true })
  minMinor: number | null;

  @Column('bigint', { transformer: minorTransformer, nullable: true })
  maxMinor: number | null;
}
