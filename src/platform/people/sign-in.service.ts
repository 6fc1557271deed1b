import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { SystemClock } from '../../common/time/clocks.js';
import { actingAs } from '../audit/actor.js';
import { recordChange } from '../audit/audited.js';
import { RateLimits } from '../../runtime/rate-limits/rate-limits.js';
import { addressKey } from '../../runtime/rate-limits/rate-limit-keys.js';
import { actorOf, type Person, type Visit } from './person.js';
import { OneTimeCodes } from './credentials/one-time-codes.js';
import { type StoredPasskey, Passkeys } from './credentials/passkeys.js';
import { Passwords } from './credentials/passwords.js';
import { useRecoveryCode } from './credentials/recovery-codes.js';
import { beginSession } from './sessions/begin-session.js';
import { hashSecret, newSecret } from './secrets.js';

const ADDRESS_LIMIT = { name: 'panel-sign-in-address', points: 30, durationSeconds: 600 };
const ACCOUNT_LIMIT = { name: 'panel-sign-in-account', points: 10, durationSeconds: 600 };

/** `code`: of the authenticator app, or a recovery code. `passkey`: the browser's JSON of a response signed by the passkey. */
export type SignInCredentials = { email: string; password: string; code: string } | { passkey: string };

/** `wait`: seconds until the next attempt, after too many attempts. `refused` does not tell which credential was wrong. */
export type SignInResult = { token: string } | { refused: true } | { wait: number };

/** The author of a rejected sign-in in the audit log. */
const UNIDENTIFIED = 'unidentified visitor';

interface User {
  id: string;
  email: string;
  name: string;
  passwordHash: string | null;
  totpCiphertext: Buffer | null;
  totpKeyVersion: number | null;
}

const SELECT_USER = `
  SELECT id, email, name, password_hash AS "passwordHash", totp_ciphertext AS "totpCiphertext", totp_key_version AS "totpKeyVersion" FROM panel_user`;

/**
 * Uses up the credentials, so that they are valid only once. @returns the kind of credentials. Null when they were used before, when a
 * recovery code is wrong, or when the password was changed meanwhile.
 */
type UseUp = (tx: EntityManager) => Promise<string | null>;

/** Signs users in by a passkey, or by password and second factor. The same credentials renew `authenticated_at` of an existing session. */
@Injectable()
export class SignInService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly limits: RateLimits,
    private readonly passwords: Passwords,
    private readonly codes: OneTimeCodes,
    private readonly passkeys: Passkeys,
  ) {}

  /** @param signedInUser the user of an existing session who authenticates again. The user's session gets a new cookie. */
  async run(credentials: SignInCredentials, visit: Visit, signedInUser: Person | null = null): Promise<SignInResult> {
    const keys = [
      [ADDRESS_LIMIT, addressKey(visit.ipAddress)],
      ...('email' in credentials ? [[ACCOUNT_LIMIT, signedInUser?.email ?? readEmail(credentials.email)] as const] : []),
    ] as const;
    for (const [limit, key] of keys) {
      const waitSeconds = await this.limits.consume(limit, key);
      if (waitSeconds !== null) return { wait: waitSeconds };
    }
    const { user, useUp } = await ('passkey' in credentials
      ? this.checkPasskey(credentials.passkey)
      : this.checkPassword(credentials, signedInUser));
    const isSameUser = signedInUser === null || signedInUser.userId === user?.id;
    const token =
      user && useUp && isSameUser
        ? await (signedInUser ? this.renewSession(signedInUser, user, useUp, visit) : this.beginNewSession(user, useUp, visit))
        : null;
    if (token === null) {
      await this.recordRejection(user, visit, signedInUser);
      return { refused: true };
    }
    // A successful sign-in does not count towards the limits.
    for (const [limit, key] of keys) await this.limits.refund(limit, key);
    return { token };
  }

  private async checkPassword({ email, password, code }: { email: string; password: string; code: string }, signedInUser: Person | null) {
    const [user = null] = await this.dataSource.query<User[]>(`${SELECT_USER} WHERE email = $1`, [signedInUser?.email ?? readEmail(email)]);
    const isPasswordCorrect = await this.passwords.verify(user?.passwordHash ?? null, password);
    if (!user?.totpCiphertext || !isPasswordCorrect) return { user, useUp: null };
    const encrypted = { ciphertext: user.totpCiphertext, encryptionKeyVersion: user.totpKeyVersion ?? 0 };
    const timeStep = await this.codes.findTimeStep(this.codes.decrypt(encrypted, user.id), code, this.clock.now());
    const useUp: UseUp = async (tx) => {
      // The lock makes a concurrent password change wait and then end this session. After a finished change, the old hash is not found
      // here.
      const unchanged = await tx.query<unknown[]>('SELECT FROM panel_user WHERE id = $1 AND password_hash = $2 FOR NO KEY UPDATE', [
        user.id,
        user.passwordHash,
      ]);
      if (unchanged.length === 0) return null;
      if (timeStep === null) return (await useRecoveryCode(tx, user.id, code)) ? 'recovery_code' : null;
      const [, updatedCount] = await tx.query<[unknown, number]>(
        'UPDATE panel_user SET totp_last_step = $2 WHERE id = $1 AND (totp_last_step IS NULL OR totp_last_step < $2)',
        [user.id, timeStep],
      );
      return updatedCount === 1 ? 'password' : null;
    };
    return { user, useUp };
  }

  private async checkPasskey(responseJson: string) {
    const id = this.passkeys.readCredentialId(responseJson);
    const [passkey] = await this.dataSource.query<(Omit<StoredPasskey, 'counter'> & { counter: string })[]>(
      'SELECT id, user_id AS "userId", public_key AS "publicKey", counter FROM panel_credential WHERE id = $1',
      [id],
    );
    const verified = passkey && (await this.passkeys.verifyAuthentication(responseJson, { ...passkey, counter: Number(passkey.counter) }));
    if (!verified) return { user: null, useUp: null };
    const [user = null] = await this.dataSource.query<User[]>(`${SELECT_USER} WHERE id = $1`, [passkey.userId]);
    const useUp: UseUp = async (tx) => {
      if (!(await this.passkeys.markChallengeUsed(tx, verified.challenge))) return null;
      // The counter of an authenticator that counts always increases, unless the authenticator was copied.
      const [, updatedCount] = await tx.query<[unknown, number]>(
        'UPDATE panel_credential SET counter = $2, last_used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))',
        [passkey.id, verified.counter, this.clock.now()],
      );
      return updatedCount === 1 ? 'passkey' : null;
    };
    return { user, useUp };
  }

  private beginNewSession(user: User, useUp: UseUp, visit: Visit): Promise<string | null> {
    return this.dataSource.transaction(async (tx) => {
      const credentialKind = await useUp(tx);
      const [membership] = await tx.query<{ id: string; partnerId: string | null }[]>(
        `SELECT m.id, m.partner_id AS "partnerId" FROM panel_membership m LEFT JOIN partner p ON p.id = m.partner_id
         WHERE m.user_id = $1 AND p.blocked_at IS NULL ORDER BY m.created_at, m.id LIMIT 1`,
        [user.id],
      );
      if (credentialKind === null || !membership) return null;
      const token = await beginSession(tx, { userId: user.id, membershipId: membership.id }, visit, this.clock.now());
      await actingAs(actorOf({ ...user, partnerId: membership.partnerId }, visit), () =>
        recordChange(tx, { action: 'session.begin', subject: 'panel_user', id: user.id, after: { by: credentialKind } }),
      );
      return token;
    });
  }

  private renewSession(person: Person, user: User, useUp: UseUp, visit: Visit): Promise<string | null> {
    return this.dataSource.transaction(async (tx) => {
      const credentialKind = await useUp(tx);
      if (credentialKind === null) return null;
      const token = newSecret();
      await tx.query('UPDATE panel_session SET authenticated_at = $2, last_seen_at = $2, token_hash = $3 WHERE id = $1', [
        person.sessionId,
        this.clock.now(),
        hashSecret(token),
      ]);
      await actingAs(actorOf(person, visit), () =>
        recordChange(tx, { action: 'session.renew', subject: 'panel_user', id: user.id, after: { by: credentialKind } }),
      );
      return token;
    });
  }

  /** Records no input, because users sometimes type a password into the wrong field. */
  private async recordRejection(user: User | null, visit: Visit, signedInUser: Person | null): Promise<void> {
    const author = signedInUser
      ? actorOf(signedInUser, visit)
      : { author: UNIDENTIFIED, door: 'panel' as const, reason: null, requestId: visit.requestId, address: visit.ipAddress };
    await actingAs(author, () =>
      recordChange(this.dataSource.manager, { action: 'session.refuse', subject: 'panel_user', id: user?.id ?? 'unknown' }),
    );
  }
}

/** The longest address of RFC 5321. */
const MAX_EMAIL_LENGTH = 254;

/** Normalizes an e-mail address to the form that is stored. */
export const readEmail = (input: string): string => input.trim().toLowerCase().slice(0, MAX_EMAIL_LENGTH);
