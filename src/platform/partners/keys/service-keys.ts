import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import type { KeyPurpose } from './service-key.entity.js';
import { audited, recordChange } from '../../audit/audited.js';
import { KeyVault } from './key-vault.js';

/** The keys that sign a notification now. */
export interface SigningKeys {
  /** Key of the body's `signature`. While keys overlap, this is the oldest valid key, because the partner may still use it. */
  bodyKey: string;
  /** All raw Standard Webhooks secrets that are valid now, newest last. */
  webhookSecrets: Buffer[];
}

export interface ServiceKeyRecord {
  purpose: KeyPurpose;
  secret: string;
  validFrom: Date;
  validUntil: Date | null;
}

/** A signing key without its secret, for lists. */
export interface ListedKey extends Omit<ServiceKeyRecord, 'secret'> {
  id: string;
  serviceId: string;
}

/** Prefix of a secret in the Standard Webhooks specification. */
const WEBHOOK_PREFIX = 'whsec_';

interface KeyRow {
  id: string;
  service_id: string;
  purpose: KeyPurpose;
  ciphertext: Buffer;
  encryption_key_version: number;
  valid_from: Date;
  valid_until: Date | null;
}

export type EncryptedKey = Omit<KeyRow, 'valid_from' | 'valid_until'>;

/** Creates, reads and rotates the signing keys of services. After a rotation, old and new keys overlap. */
@Injectable()
export class ServiceKeys {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: KeyVault,
    private readonly clock: SystemClock,
  ) {}

  async signingKeys(serviceId: string): Promise<SigningKeys> {
    return this.decryptSigningKeys(serviceId, await this.readValidRows([serviceId]));
  }

  /** The signing keys of several services, by service id. */
  async signingKeysOf(serviceIds: readonly string[]): Promise<Map<string, SigningKeys>> {
    const rows = serviceIds.length > 0 ? await this.readValidRows(serviceIds) : [];
    const rowsOfService = (id: string): KeyRow[] => rows.filter(({ service_id }) => service_id === id);
    return new Map(serviceIds.map((id) => [id, this.decryptSigningKeys(id, rowsOfService(id))]));
  }

  /** @param rows keys that are valid now, oldest first. */
  decryptSigningKeys(serviceId: string, rows: readonly EncryptedKey[]): SigningKeys {
    const bodyKey = rows.find((key) => key.purpose === 'ipn');
    if (!bodyKey) throw new Error(`Service ${serviceId} has no valid signing key of the purpose ipn`);
    const secrets = rows
      .filter((key) => key.purpose === 'webhook')
      .map((key) => Buffer.from(this.decrypt(key).slice(WEBHOOK_PREFIX.length), 'base64'));
    return { bodyKey: this.decrypt(bodyKey), webhookSecrets: secrets };
  }

  /** Keys that are valid now, oldest first. */
  async readValidKeys(serviceId: string): Promise<ServiceKeyRecord[]> {
    const rows = await this.readValidRows([serviceId]);
    return rows.map((row) => ({ purpose: row.purpose, secret: this.decrypt(row), validFrom: row.valid_from, validUntil: row.valid_until }));
  }

  /** Returns the keys that are valid now, to be shown to a person. The audit log records this first. */
  async reveal(serviceId: string): Promise<ServiceKeyRecord[]> {
    await this.dataSource.transaction((tx) => recordChange(tx, { action: 'service.show_key', subject: 'service', id: serviceId }));
    return this.readValidKeys(serviceId);
  }

  /** Keys that are valid now, oldest first, without decryption. */
  async listValidKeys(serviceIds: readonly string[]): Promise<ListedKey[]> {
    const rows = serviceIds.length > 0 ? await this.readValidRows(serviceIds) : [];
    return rows.map(({ id, service_id, purpose, valid_from, valid_until }) => ({
      id,
      serviceId: service_id,
      purpose,
      validFrom: valid_from,
      validUntil: valid_until,
    }));
  }

  /** All stored keys, newest first. Includes keys that do not sign any more. */
  async readStoredKeys(serviceIds: readonly string[]): Promise<(ServiceKeyRecord & { serviceId: string })[]> {
    const rows = await this.dataSource.query<KeyRow[]>(
      `SELECT id, service_id, purpose, ciphertext, encryption_key_version, valid_from, valid_until FROM service_key
       WHERE service_id = ANY ($1) ORDER BY valid_from DESC, id`,
      [serviceIds],
    );
    return rows.map((row) => ({
      serviceId: row.service_id,
      purpose: row.purpose,
      secret: this.decrypt(row),
      validFrom: row.valid_from,
      validUntil: row.valid_until,
    }));
  }

  /** Adds a key of each purpose to a new service. */
  async create(tx: EntityManager, serviceId: string): Promise<void> {
    for (const purpose of ['ipn', 'webhook'] as const) await this.insert(tx, serviceId, purpose);
  }

  /** Adds a key that is valid immediately. The present keys of the purpose become invalid at the end of the overlap. */
  async rotate(serviceId: string, purpose: KeyPurpose, overlapSeconds: number): Promise<void> {
    const validUntil = new Date(this.clock.now().getTime() + Math.max(1, overlapSeconds) * 1000);
    const rows = {
      table: 'service_key',
      subjectColumn: 'service_id',
      rowKeyColumn: 'id',
      excludedColumns: ['id', 'service_id', 'ciphertext', 'encryption_key_version'],
    };
    await this.dataSource.transaction((tx) =>
      audited(tx, { action: 'service.rotate_key', subject: 'service', id: serviceId, rows }, async () => {
        await tx.query(
          'UPDATE service_key SET valid_until = $3 WHERE service_id = $1 AND purpose = $2 AND (valid_until IS NULL OR valid_until > $3)',
          [serviceId, purpose, validUntil],
        );
        await this.insert(tx, serviceId, purpose);
      }),
    );
  }

  private readValidRows(serviceIds: readonly string[]): Promise<KeyRow[]> {
    return this.dataSource.query<KeyRow[]>(
      `SELECT id, service_id, purpose, ciphertext, encryption_key_version, valid_from, valid_until FROM service_key
       WHERE service_id = ANY ($1) AND valid_from <= $2 AND (valid_until IS NULL OR valid_until > $2) ORDER BY valid_from, id`,
      [serviceIds, this.clock.now()],
    );
  }

  /** Decrypts the secret. @throws Error when the encryption key is not configured, or when the ciphertext was tampered with. */
  decrypt({ id, service_id, purpose, ciphertext, encryption_key_version }: EncryptedKey): string {
    return this.vault.decrypt({ ciphertext, encryptionKeyVersion: encryption_key_version }, { id, serviceId: service_id, purpose });
  }

  private async insert(tx: EntityManager, serviceId: string, purpose: KeyPurpose): Promise<void> {
    const id = uuidv7();
    const secret = purpose === 'webhook' ? WEBHOOK_PREFIX + randomBytes(32).toString('base64') : randomBytes(16).toString('hex');
    const encrypted = this.vault.encrypt(secret, { id, serviceId, purpose });
    await tx.query(
      'INSERT INTO service_key (id, service_id, purpose, ciphertext, encryption_key_version, valid_from) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, serviceId, purpose, encrypted.ciphertext, encrypted.encryptionKeyVersion, this.clock.now()],
    );
  }
}
