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

  @Column('timestamptz')
  createdAt: Date;
}
