import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AmountRendering, Area, ServiceIdName, ServiceStatus } from './service-status.js';

/** What a partner sells under one id. Products keep their own details of it in their own tables. */
@Entity('service')
export class Service {
  /** ServiceId: eight lowercase hex digits. */
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

  @Column('text', { nullable: true })
  notifyUrl: string | null;

  @Column('text')
  amountRendering: AmountRendering;

  @Column('text')
  serviceIdName: ServiceIdName;

  /** `User-Agent` of its notifications; null: the gateway's. */
  @Column('text', { nullable: true })
  notifyUserAgent: string | null;

  @Column('integer', { array: true, nullable: true })
  retryScheduleSeconds: number[] | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
