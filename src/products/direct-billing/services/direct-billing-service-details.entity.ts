import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The columns that DirectBilling adds to a service. */
@Entity('direct_billing_service')
export class DirectBillingServiceDetails {
  @PrimaryColumn('text')
  serviceId: string;

  /** The service's title in the operators' reports. */
  @Column('text')
  suffix: string;
}
