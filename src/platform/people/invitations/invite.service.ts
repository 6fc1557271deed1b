import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import type { EncryptedSecret } from '../../partners/keys/key-vault.js';
import { recordChange } from '../../audit/audited.js';
import { OneTimeCodes } from '../credentials/one-time-codes.js';
import type { PanelRole } from '../roles.js';
import { hashSecret, newSecret } from '../secrets.js';

const INVITATION_VALID_MS = 72 * 3_600_000;

export interface NewInvitation {
  email: string;
  /** Null for staff. */
  partnerId: string | null;
  role: PanelRole;
  /** Empty means all services of the partner. */
  serviceIds: readonly string[];
}

export interface CreatedInvitation {
  id: string;
  /** Shown once. Any person with the link can accept the invitation. */
  link: string;
  expiresAt: Date;
}

/** Creates a link by which a person joins a partner or the staff. No e-mail is sent, so the inviter must hand over the link. */
@Injectable()
export class InviteService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly codes: OneTimeCodes,
    private readonly environment: Environment,
  ) {}

  async run(invitation: NewInvitation): Promise<CreatedInvitation> {
    const prepared = await this.prepareInvitation();
    await this.dataSource.transaction((tx) => insertInvitation(tx, invitation, prepared));
    return prepared.created;
  }

  /**
   * Lets staff invite the first owner of a partner. Once the partner has an owner, only the owner invites. Earlier links for an owner of
   * this partner stop working. @returns null when the partner has an owner or does not exist.
   */
  async inviteFirstOwner(partnerId: string, email: string): Promise<CreatedInvitation | null> {
    const prepared = await this.prepareInvitation();
    return this.dataSource.transaction(async (tx) => {
      const partners = await tx.query<unknown[]>('SELECT FROM partner WHERE id = $1 FOR NO KEY UPDATE', [partnerId]);
      // Waits for an owner who is accepting such a link now, so that the next query sees this owner.
      await tx.query(`SELECT FROM panel_invitation WHERE ${IS_OWNER_OF_PARTNER} ORDER BY id FOR NO KEY UPDATE`, [partnerId]);
      const owners = await tx.query<unknown[]>(`SELECT FROM panel_membership WHERE ${IS_OWNER_OF_PARTNER} LIMIT 1`, [partnerId]);
      if (partners.length === 0 || owners.length > 0) return null;
      await tx.query(`DELETE FROM panel_invitation WHERE ${IS_OWNER_OF_PARTNER}`, [partnerId]);
      await insertInvitation(tx, { email, partnerId, role: 'owner', serviceIds: [] }, prepared);
      return prepared.created;
    });
  }

  private async prepareInvitation(): Promise<PreparedInvitation> {
    const [id, linkToken, now] = [uuidv7(), newSecret(), this.clock.now()];
    const encryptedTotp = this.codes.encrypt(await this.codes.newTotpSecret(), id);
    const expiresAt = new Date(now.getTime() + INVITATION_VALID_MS);
    return { linkToken, encryptedTotp, now, created: { id, expiresAt, link: `${this.environment.panel.url}/invitation/${linkToken}` } };
  }
}

const IS_OWNER_OF_PARTNER = "partner_id = $1 AND role = 'owner'";

interface PreparedInvitation {
  /** Secret of the link. Only its hash is stored. */
  linkToken: string;
  /** TOTP secret of the authenticator app, for a person without a user of the panel. */
  encryptedTotp: EncryptedSecret;
  now: Date;
  created: CreatedInvitation;
}

async function insertInvitation(
  tx: EntityManager,
  { email, partnerId, role, serviceIds }: NewInvitation,
  { linkToken, encryptedTotp, now, created: { id, expiresAt } }: PreparedInvitation,
): Promise<void> {
  await tx.query(
    `INSERT INTO panel_invitation (id, token_hash, email, partner_id, role, service_ids, totp_ciphertext, totp_key_version, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      hashSecret(linkToken),
      email,
      partnerId,
      role,
      serviceIds,
      encryptedTotp.ciphertext,
      encryptedTotp.encryptionKeyVersion,
      now,
      expiresAt,
    ],
  );
  const after = { email, role, ...(partnerId && { partner: partnerId }), ...(serviceIds.length > 0 && { services: serviceIds }) };
  await recordChange(tx, { action: 'invitation.create', subject: 'panel_invitation', id, after });
}
