import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { recordChange } from '../audit/audited.js';
import type { Person } from './person.js';
import { insertPasskey, Passkeys } from './credentials/passkeys.js';
import { Passwords } from './credentials/passwords.js';
import { renewRecoveryCodes } from './credentials/recovery-codes.js';

export interface OwnPasskey {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface UserCredentials {
  passkeys: OwnPasskey[];
  hasPassword: boolean;
  /** Number of unused recovery codes. */
  recoveryCodes: number;
}

/** Changes that users make to their own credentials. */
@Injectable()
export class AccountService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly passkeys: Passkeys,
    private readonly passwords: Passwords,
  ) {}

  async readCredentials(userId: string): Promise<UserCredentials> {
    const passkeys = await this.dataSource.query<OwnPasskey[]>(
      'SELECT id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM panel_credential WHERE user_id = $1 ORDER BY created_at, id',
      [userId],
    );
    const [user] = await this.dataSource.query<{ hasPassword: boolean; recoveryCodes: number }[]>(
      `SELECT password_hash IS NOT NULL AS "hasPassword", (SELECT count(*)::int FROM panel_recovery_code c WHERE c.user_id = u.id) AS "recoveryCodes"
       FROM panel_user u WHERE id = $1`,
      [userId],
    );
    return { passkeys, hasPassword: user?.hasPassword ?? false, recoveryCodes: user?.recoveryCodes ?? 0 };
  }

  /** The options that the browser needs to create another passkey. */
  async newPasskey(person: Person): Promise<object> {
    const { passkeys } = await this.readCredentials(person.userId);
    const existingCredentialIds = passkeys.map(({ id }) => id);
    return this.passkeys.registrationOptions({ ...person, id: person.userId }, `new ${person.userId}`, existingCredentialIds);
  }

  /** @param responseJson JSON of the browser. @returns false when the response is invalid or its challenge was used before. */
  async addPasskey({ userId }: Person, name: string, responseJson: string): Promise<boolean> {
    const passkey = await this.passkeys.verifyRegistration(responseJson, `new ${userId}`);
    if (!passkey) return false;
    return this.dataSource.transaction(async (tx) => {
      if (!(await this.passkeys.markChallengeUsed(tx, passkey.challenge))) return false;
      await insertPasskey(tx, userId, name, passkey, this.clock.now());
      await recordChange(tx, { action: 'passkey.add', subject: 'panel_user', id: userId, after: { name } });
      return true;
    });
  }

  /** @returns false when the user does not have the passkey, or when it is the user's only way to sign in. */
  removePasskey({ userId }: Person, id: string): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [user] = await tx.query<{ hasPassword: boolean }[]>(
        'SELECT password_hash IS NOT NULL AS "hasPassword" FROM panel_user WHERE id = $1 FOR NO KEY UPDATE',
        [userId],
      );
      const passkeys = await tx.query<OwnPasskey[]>('SELECT id, name FROM panel_credential WHERE user_id = $1', [userId]);
      const passkeyToRemove = passkeys.find((passkey) => passkey.id === id);
      if (!passkeyToRemove || (passkeys.length === 1 && !user?.hasPassword)) return false;
      await tx.query('DELETE FROM panel_credential WHERE id = $1', [id]);
      await recordChange(tx, { action: 'passkey.remove', subject: 'panel_user', id: userId, before: { name: passkeyToRemove.name } });
      return true;
    });
  }

  /**
   * Ends all other sessions of the user, because a stolen session may be the reason for the change.
   * @returns false when the user has no password, because a password requires an authenticator app as well
   */
  async changePassword({ userId, sessionId }: Person, password: string): Promise<boolean> {
    const hash = await this.passwords.hash(password);
    return this.dataSource.transaction(async (tx) => {
      const [, changedCount] = await tx.query<[unknown, number]>(
        'UPDATE panel_user SET password_hash = $2 WHERE id = $1 AND password_hash IS NOT NULL',
        [userId, hash],
      );
      if (changedCount === 0) return false;
      const [, endedSessions] = await tx.query<[unknown, number]>('DELETE FROM panel_session WHERE user_id = $1 AND id <> $2', [
        userId,
        sessionId,
      ]);
      await recordChange(tx, { action: 'password.change', subject: 'panel_user', id: userId, after: { ended: endedSessions } });
      return true;
    });
  }

  /** Replaces all recovery codes of the user. @returns the new codes. */
  renewRecoveryCodes({ userId }: Person): Promise<string[]> {
    return this.dataSource.transaction(async (tx) => {
      const codes = await renewRecoveryCodes(tx, userId);
      await recordChange(tx, { action: 'recovery_codes.renew', subject: 'panel_user', id: userId });
      return codes;
    });
  }
}
