import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A merchant the company runs the gateway for. */
@Entity('partner')
export class Partner {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The seeded partner whose token is printed at start; refused in production. */
  @Column('boolean')
  demo: boolean;

  /** Since then nothing can be sold for it and its tokens are refused. */
  @Column('timestamptz', { nullable: true })
  blockedAt: Date | null;

  /** For staff. */
  @Column('text', { nullable: true })
  blockedReason: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** What the audit records of its changes. */
export const PARTNER_ROW = { table: 'partner', by: 'id' };
