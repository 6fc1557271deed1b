import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AmountRendering, Area, ServiceIdName, ServiceStatus } from './service-status.js';

/** A partner's offer in one product area, with its own id and settings. Each product stores its details of a service in its own table. */
@Entity('service')
export class Service {
  /** Eight lowercase hex digits. */
  @PrimaryColumn('text')
  id: string;

  @Column('uuid')
  partnerId: string;

  @Column('text')
  area: Area;

  @Column('text')
  name: string;

  @Column('text')
  status: ServiceStatus;

  /** URL of the service's notifications. Null means that none are sent. */
  @Column('text', { nullable: true })
  notifyUrl: string | null;

  @Column('text')
  amountRendering: AmountRendering;

  @Column('text')
  serviceIdName: ServiceIdName;

  /** `User-Agent` of the service's notifications. Null means the gateway's. */
  @Column('text', { nullable: true })
  notifyUserAgent: string | null;

  /** The service's own retry schedule. Null means the default. */
  @Column('integer', { array: true, nullable: true })
  retryScheduleSeconds: number[] | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
