import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { actingAs } from '../../audit/actor.js';
import { recordChange } from '../../audit/audited.js';
import { actorOf, type Person, type Visit } from '../person.js';
import { OneTimeCodes } from '../credentials/one-time-codes.js';
import { insertPasskey, Passkeys } from '../credentials/passkeys.js';
import { Passwords } from '../credentials/passwords.js';
import { renewRecoveryCodes } from '../credentials/recovery-codes.js';
import { beginSession } from '../sessions/begin-session.js';
import { type Invitation, InvitationQuery } from './invitation.query.js';

/** How a new user will sign in. */
export type FirstProof = { password: string; code: string } | { passkey: string };

/** `gone`: the link is used, withdrawn or too old. `proof`: the code or the passkey is wrong. */
export type Accepted = { token: string; recoveryCodes: string[] } | { refused: 'gone' | 'proof' };

/** Turns an invitation into a membership, and makes the user if there is none yet. */
@Injectable()
export class AcceptInvitationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly invitations: InvitationQuery,
    private readonly passwords: Passwords,
    private readonly codes: OneTimeCodes,
    private readonly passkeys: Passkeys,
  ) {}

  async byNewcomer(token: string, name: string, proof: FirstProof, visit: Visit): Promise<Accepted> {
    const now = this.clock.now();
    const seen = await this.invitations.find(token);
    if (!seen || seen.userId !== null) return { refused: 'gone' };
    const passkey = 'passkey' in proof ? await this.passkeys.registered(proof.passkey, `new ${seen.id}`) : null;
    const step = 'password' in proof ? await this.codes.stepOf(seen.totpSecret, proof.code, now) : null;
    if (!passkey && step === null) return { refused: 'proof' };
    const passwordHash = 'password' in proof ? await this.passwords.hash(proof.password) : null;
    return this.dataSource.transaction(async (tx): Promise<Accepted> => {
      const invitation = await this.invitations.lock(tx, token);
      if (!invitation || invitation.userId !== null) return { refused: 'gone' };
      // The user gets the invitation's id, because the passkey was made for that id.
      const user = { id: invitation.id, email: invitation.email, name };
      if (passkey && !(await this.passkeys.use(tx, passkey.challenge))) return { refused: 'gone' };
      const sealed = passwordHash === null ? null : this.codes.seal(invitation.totpSecret, user.id);
      const made = await tx.query<unknown[]>(
        `INSERT INTO panel_user (id, email, name, password_hash, totp_ciphertext, totp_key_version, totp_last_step, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email) DO NOTHING RETURNING id`,
        [user.id, user.email, name, passwordHash, sealed?.ciphertext ?? null, sealed?.encryptionKeyVersion ?? null, step, now],
      );
      if (made.length === 0) return { refused: 'gone' }; // another invitation of the same address was accepted meanwhile
      if (passkey) await insertPasskey(tx, user.id, 'passkey', passkey, now);
      const membershipId = await this.join(tx, invitation, user, visit);
      const recoveryCodes = await renewRecoveryCodes(tx, user.id);
      return { token: await beginSession(tx, { userId: user.id, membershipId }, visit, now), recoveryCodes };
    });
  }

  /** @returns the membership; null when the link is gone or is for another address. */
  byUser(token: string, person: Person, visit: Visit): Promise<string | null> {
    return this.dataSource.transaction(async (tx) => {
      const invitation = await this.invitations.lock(tx, token);
      if (!invitation || invitation.userId !== person.userId) return null;
      return this.join(tx, invitation, { ...person, id: person.userId }, visit);
    });
  }

  /** An existing membership gets the role of the invitation. */
  private async join(
    tx: EntityManager,
    { id, partnerId, role, serviceIds }: Invitation,
    user: { id: string; name: string; email: string },
    visit: Visit,
  ): Promise<string> {
    const [membership] = await tx.query<{ id: string }[]>(
      `INSERT INTO panel_membership (id, user_id, partner_id, role, service_ids, created_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ON CONSTRAINT panel_membership_once DO UPDATE SET role = EXCLUDED.role, service_ids = EXCLUDED.service_ids RETURNING id`,
      [uuidv7(), user.id, partnerId, role, serviceIds, this.clock.now()],
    );
    await tx.query('DELETE FROM panel_invitation WHERE id = $1', [id]);
    const after = { role, ...(partnerId && { partner: partnerId }), ...(serviceIds.length > 0 && { services: serviceIds }) };
    await actingAs(actorOf({ ...user, partnerId }, visit), () =>
      recordChange(tx, { action: 'invitation.accept', subject: 'panel_user', id: user.id, after }),
    );
    return membership?.id ?? '';
  }
}
