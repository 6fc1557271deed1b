import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A merchant who uses the gateway. */
@Entity('partner')
export class Partner {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The seeded partner whose token is printed at start. Rejected in production. */
  @Column('boolean')
  demo: boolean;

  /** From this time on, nothing can be sold for the partner, and its tokens are rejected. */
  @Column('timestamptz', { nullable: true })
  blockedAt: Date | null;

  /** Shown only to staff. */
  @Column('text', { nullable: true })
  blockedReason: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

/** The rows that the audit log records for changes of a partner. */
export const PARTNER_ROW = { table: 'partner', subjectColumn: 'id' };
