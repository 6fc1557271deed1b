import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `ipn` signs the body. It is the service key of the contract. `webhook` is the Standard Webhooks secret. */
export type KeyPurpose = 'ipn' | 'webhook';

/** A signing key, encrypted at rest. Keys of one purpose overlap while they are rotated. */
@Entity('service_key')
export class ServiceKey {
  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  serviceId: string;

  @Column('text')
  purpose: KeyPurpose;

  @Column('bytea')
  ciphertext: Buffer;

  @Column('integer')
  encryptionKeyVersion: number;

  @Column('timestamptz')
  validFrom: Date;

  /** Null until the key is rotated. */
  @Column('timestamptz', { nullable: true })
  validUntil: Date | null;
}
