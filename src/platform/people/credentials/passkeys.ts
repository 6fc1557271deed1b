import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { EntityManager } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { KeyVault } from '../../partners/keys/key-vault.js';
import { hashSecret } from '../secrets.js';

const CHALLENGE_SECONDS = 600;
/** The parts of a challenge: random bytes, the time when it expires in Unix seconds, and a MAC over both. */
const [RANDOM_BYTES, TIME_BYTES, MAC_BYTES] = [16, 6, 16];
/** A credential id has at most 1,023 bytes, which are 1,364 characters. */
const BASE64URL_ID = /^[\w-]{1,1400}$/;
/** Ed25519, ES256 and RS256. Every authenticator supports at least one of them. */
const ALGORITHMS = [-8, -7, -257];

export interface NewPasskey {
  id: string;
  publicKey: Buffer;
  counter: number;
}

export interface StoredPasskey extends NewPasskey {
  userId: string;
}

/** The purpose of a challenge: to sign in, or to register a passkey for one user or invitation. */
export type ChallengePurpose = 'sign-in' | `new ${string}`;

/**
 * Passkeys (WebAuthn), only for the host of PANEL_URL. Challenges are signed instead of stored, so pages without a response leave no rows.
 * A used challenge is stored at least until it expires, because it may be used only once.
 */
@Injectable()
export class Passkeys {
  private readonly site: URL;

  constructor(
    environment: Environment,
    private readonly vault: KeyVault,
    private readonly clock: SystemClock,
  ) {
    this.site = new URL(environment.panel.url);
  }

  /** The options for a new passkey, as `PublicKeyCredential.parseCreationOptionsFromJSON` reads them. */
  registrationOptions(
    user: { id: string; email: string; name: string },
    purpose: ChallengePurpose,
    existingCredentialIds: readonly string[] = [],
  ): object {
    return {
      challenge: this.newChallenge(purpose),
      rp: { id: this.site.hostname, name: 'Payment Gateway' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      excludeCredentials: existingCredentialIds.map((id) => ({ type: 'public-key', id })),
      attestation: 'none',
      timeout: CHALLENGE_SECONDS * 1000,
    };
  }

  /** The options to sign in. The user chooses the passkey. */
  signInOptions(): object {
    const [rpId, timeout] = [this.site.hostname, CHALLENGE_SECONDS * 1000];
    return { challenge: this.newChallenge('sign-in'), rpId, userVerification: 'required', timeout };
  }

  /**
   * Verifies a new passkey. @param responseJson JSON of the browser. @returns null when it is no valid response to a challenge of the
   * gateway.
   */
  async verifyRegistration(responseJson: string, purpose: ChallengePurpose): Promise<(NewPasskey & { challenge: string }) | null> {
    const response = parseObject<RegistrationResponseJSON>(responseJson);
    if (!response) return null;
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    // The verification tells its challenge only to the callback, so the callback records it here. `push` returns the length, which is above
    // zero.
    const challenges: string[] = [];
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => challenges.push(challenge) > 0 && this.isValidChallenge(challenge, purpose),
      expectedOrigin: this.site.origin,
      expectedRPID: this.site.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => ({ registrationInfo: undefined }));
    const [challenge] = challenges;
    if (!registrationInfo || challenge === undefined) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey), counter, challenge };
  }

  /** @returns the passkey's id. Null when the browser's JSON has no valid id. */
  readCredentialId(responseJson: string): string | null {
    const id: unknown = parseObject<AuthenticationResponseJSON>(responseJson)?.id;
    return typeof id === 'string' && BASE64URL_ID.test(id) ? id : null;
  }

  /**
   * Verifies a sign-in. @param responseJson JSON of the browser. @returns null when the passkey did not sign a challenge of the gateway.
   */
  async verifyAuthentication(responseJson: string, passkey: StoredPasskey): Promise<{ counter: number; challenge: string } | null> {
    const response = parseObject<AuthenticationResponseJSON>(responseJson);
    if (!response) return null;
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    // The verification tells its challenge only to the callback, so the callback records it here. `push` returns the length, which is above
    // zero.
    const challenges: string[] = [];
    const { id, publicKey, counter } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => challenges.push(challenge) > 0 && this.isValidChallenge(challenge, 'sign-in'),
      expectedOrigin: this.site.origin,
      expectedRPID: this.site.hostname,
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    const [challenge] = challenges;
    return verified && authenticationInfo && challenge !== undefined ? { counter: authenticationInfo.newCounter, challenge } : null;
  }

  /**
   * Marks a challenge as used. @param tx the transaction of the action that the challenge authorizes. @returns false when it was used
   * before.
   */
  async markChallengeUsed(tx: EntityManager, challenge: string): Promise<boolean> {
    const inserted = await tx.query<unknown[]>(
      'INSERT INTO panel_used_challenge (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
      [hashSecret(challenge), new Date(this.clock.now().getTime() + CHALLENGE_SECONDS * 1000)],
    );
    return inserted.length === 1;
  }

  private newChallenge(purpose: ChallengePurpose): string {
    const bytes = Buffer.concat([randomBytes(RANDOM_BYTES), Buffer.alloc(TIME_BYTES)]);
    bytes.writeUIntBE(Math.floor(this.clock.now().getTime() / 1000) + CHALLENGE_SECONDS, RANDOM_BYTES, TIME_BYTES);
    return Buffer.concat([bytes, this.mac(bytes, purpose, this.vault.currentKeyVersion)]).toString('base64url');
  }

  /** Whether the gateway made the challenge for this purpose and it has not expired. It may have been used. */
  private isValidChallenge(challenge: string, purpose: ChallengePurpose): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== RANDOM_BYTES + TIME_BYTES + MAC_BYTES) return false;
    const [content, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
    const isSigned = this.vault.versions.some((version) => timingSafeEqual(this.mac(content, purpose, version), mac));
    return isSigned && content.readUIntBE(RANDOM_BYTES, TIME_BYTES) * 1000 > this.clock.now().getTime();
  }

  private mac(content: Buffer, purpose: ChallengePurpose, version: number): Buffer {
    return this.vault.fingerprint('panel-passkey-challenge', `${purpose} ${content.toString('base64url')}`, version).subarray(0, MAC_BYTES);
  }
}

export async function insertPasskey(tx: EntityManager, userId: string, name: string, passkey: NewPasskey, now: Date): Promise<void> {
  const { id, publicKey, counter } = passkey;
  await tx.query('INSERT INTO panel_credential (id, user_id, name, public_key, counter, created_at) VALUES ($1, $2, $3, $4, $5, $6)', [
    id,
    userId,
    name,
    publicKey,
    counter,
    now,
  ]);
}

function parseObject<T>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}
