import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../../common/time/clocks.js';
import { isNetwork } from '../../../common/is-network.js';
import { audited } from '../../audit/audited.js';
import { AccessToken, TOKEN_ROW } from './access-token.entity.js';
import type { ClientTier } from './client-tier.js';

export interface CreateTokenInput {
  partnerId: string;
  name: string;
  abilities: string[];
  allowedNetworks?: string[];
  serviceIds?: string[];
  compatibility?: ClientTier | null;
  expiresAt?: Date | null;
  /** The token to use. Only the demo sets it. By default a new token is made. */
  token?: string;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 256 random bits, so a plain SHA-256 suffices as the stored hash. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

@Injectable()
export class CreateTokenService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @returns the token, which is shown only once and never stored. */
  async run(input: CreateTokenInput): Promise<{ id: string; token: string }> {
    const networks = input.allowedNetworks ?? [];
    const invalidNetwork = networks.find((network) => !isNetwork(network));
    if (invalidNetwork !== undefined) throw new Error(`"${invalidNetwork}" is neither an IP address nor a CIDR`);
    const token = input.token ?? newToken();
    const id = uuidv7();
    const row = {
      id,
      partnerId: input.partnerId,
      name: input.name,
      tokenHash: hashToken(token),
      abilities: input.abilities,
      allowedNetworks: networks,
      serviceIds: input.serviceIds ?? [],
      compatibility: input.compatibility ?? null,
      expiresAt: input.expiresAt ?? null,
      revokedAt: null,
      createdAt: this.clock.now(),
    };
    await this.dataSource.transaction((tx) =>
      audited(tx, { action: 'token.create', subject: 'token', id, rows: TOKEN_ROW }, () => tx.insert(AccessToken, row)),
    );
    return { id, token };
  }
}
