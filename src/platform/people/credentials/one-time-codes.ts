import { Injectable } from '@nestjs/common';
import { type EncryptedSecret, KeyVault } from '../../partners/keys/key-vault.js';

const PERIOD_SECONDS = 30;
/** Accepted time steps before and after the current one, for clocks that differ. */
const WINDOW = 1;
/** As long as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const ISSUER = 'Payment Gateway';

/** TOTP of RFC 6238 for authenticator apps. The secret is encrypted and bound to its row. */
@Injectable()
export class OneTimeCodes {
  constructor(private readonly vault: KeyVault) {}

  async newTotpSecret(): Promise<string> {
    const { Secret } = await import('otpauth');
    return new Secret({ size: SECRET_BYTES }).base32;
  }

  encrypt(secret: string, rowId: string): EncryptedSecret {
    return this.vault.encrypt(secret, secretOwner(rowId));
  }

  decrypt(encrypted: EncryptedSecret, rowId: string): string {
    return this.vault.decrypt(encrypted, secretOwner(rowId));
  }

  /** @returns the time step of the code. Null when the code is wrong. The caller must ensure that each step is used only once. */
  async findTimeStep(secret: string, code: string, now: Date): Promise<number | null> {
    const token = code.replace(/\s/g, '');
    if (!/^\d{6}$/.test(token)) return null;
    const { Secret, TOTP } = await import('otpauth');
    const timestamp = now.getTime();
    const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).validate({ token, timestamp, window: WINDOW });
    return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  }

  /** The URI that an authenticator app reads from a QR code. */
  async uri(secret: string, email: string): Promise<string> {
    const { Secret, TOTP } = await import('otpauth');
    return new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS }).toString();
  }
}

const secretOwner = (id: string) => ({ id, serviceId: 'panel', purpose: 'totp' });
