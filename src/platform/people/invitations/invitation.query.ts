import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { OneTimeCodes } from '../credentials/one-time-codes.js';
import { hashSecret } from '../secrets.js';

export interface Invitation {
  id: string;
  email: string;
  partnerId: string | null;
  partnerName: string | null;
  role: string;
  serviceIds: string[];
  /** The TOTP secret for a new user's authenticator app. */
  totpSecret: string;
  /** The existing user with the invited e-mail address. Null when there is none. */
  userId: string | null;
}

type InvitationRow = Omit<Invitation, 'totpSecret'> & { ciphertext: Buffer; encryptionKeyVersion: number };

const FIND = `
  SELECT i.id, i.email, i.partner_id AS "partnerId", p.name AS "partnerName", i.role, i.service_ids AS "serviceIds",
    i.totp_ciphertext AS ciphertext, i.totp_key_version AS "encryptionKeyVersion", u.id AS "userId"
  FROM panel_invitation i LEFT JOIN partner p ON p.id = i.partner_id LEFT JOIN panel_user u ON u.email = i.email
  WHERE i.token_hash = $1 AND i.expires_at > $2 AND p.blocked_at IS NULL`;

/** Finds an invitation by the token of its link. */
@Injectable()
export class InvitationQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly codes: OneTimeCodes,
  ) {}

  find(token: string): Promise<Invitation | null> {
    return this.read(this.dataSource.manager, token, '');
  }

  /** Finds and locks an invitation, so that no other request can accept it meanwhile. */
  lock(tx: EntityManager, token: string): Promise<Invitation | null> {
    return this.read(tx, token, 'FOR NO KEY UPDATE OF i');
  }

  private async read(manager: EntityManager, token: string, lock: string): Promise<Invitation | null> {
    const [row] = await manager.query<InvitationRow[]>(`${FIND} ${lock}`, [hashSecret(token), this.clock.now()]);
    if (!row) return null;
    const { ciphertext, encryptionKeyVersion, ...invitation } = row;
    return { ...invitation, totpSecret: this.codes.decrypt({ ciphertext, encryptionKeyVersion }, row.id) };
  }
}
