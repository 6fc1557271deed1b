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

/** The credentials that a new user chooses: a password with a code of the authenticator app, or the browser's JSON of a new passkey. */
export type NewUserCredentials = { password: string; code: string } | { passkey: string };

/**
 * `gone`: the link is not valid any more (used, withdrawn, expired, or its partner is blocked), the e-mail address already has a user, or
 * the passkey's challenge was used before. `proof`: the code or the passkey is wrong.
 */
export type AcceptInvitationResult = { token: string; recoveryCodes: string[] } | { refused: 'gone' | 'proof' };

/** Turns an invitation into a membership, and creates the user if there is none yet. */
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

  /** For a person without a user of the panel. */
  async acceptAsNewUser(token: string, name: string, credentials: NewUserCredentials, visit: Visit): Promise<AcceptInvitationResult> {
    const now = this.clock.now();
    // The credentials are verified and hashed before the transaction, so that the invitation is not locked meanwhile.
    const unlockedInvitation = await this.invitations.find(token);
    if (!unlockedInvitation || unlockedInvitation.userId !== null) return { refused: 'gone' };
    const passkey =
      'passkey' in credentials ? await this.passkeys.verifyRegistration(credentials.passkey, `new ${unlockedInvitation.id}`) : null;
    const timeStep = 'password' in credentials ? await this.codes.findTimeStep(unlockedInvitation.totpSecret, credentials.code, now) : null;
    if (!passkey && timeStep === null) return { refused: 'proof' };
    const passwordHash = 'password' in credentials ? await this.passwords.hash(credentials.password) : null;
    return this.dataSource.transaction(async (tx): Promise<AcceptInvitationResult> => {
      const invitation = await this.invitations.lock(tx, token);
      if (!invitation || invitation.userId !== null) return { refused: 'gone' };
      // The user gets the invitation's id, because the passkey was created for this id.
      const user = { id: invitation.id, email: invitation.email, name };
      if (passkey && !(await this.passkeys.markChallengeUsed(tx, passkey.challenge))) return { refused: 'gone' };
      const encryptedTotp = passwordHash === null ? null : this.codes.encrypt(invitation.totpSecret, user.id);
      const inserted = await tx.query<unknown[]>(
        `INSERT INTO panel_user (id, email, name, password_hash, totp_ciphertext, totp_key_version, totp_last_step, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email) DO NOTHING RETURNING id`,
        [
          user.id,
          user.email,
          name,
          passwordHash,
          encryptedTotp?.ciphertext ?? null,
          encryptedTotp?.encryptionKeyVersion ?? null,
          timeStep,
          now,
        ],
      );
      if (inserted.length === 0) return { refused: 'gone' }; // another invitation for the same e-mail address was accepted meanwhile
      if (passkey) await insertPasskey(tx, user.id, 'passkey', passkey, now);
      const membershipId = await this.createMembership(tx, invitation, user, visit);
      const recoveryCodes = await renewRecoveryCodes(tx, user.id);
      return { token: await beginSession(tx, { userId: user.id, membershipId }, visit, now), recoveryCodes };
    });
  }

  /** @returns the id of the membership. Null when the link is not valid any more or is for another e-mail address. */
  acceptAsUser(token: string, person: Person, visit: Visit): Promise<string | null> {
    return this.dataSource.transaction(async (tx) => {
      const invitation = await this.invitations.lock(tx, token);
      if (!invitation || invitation.userId !== person.userId) return null;
      return this.createMembership(tx, invitation, { ...person, id: person.userId }, visit);
    });
  }

  /** Creates the membership. An existing membership gets the role of the invitation instead. */
  private async createMembership(
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
