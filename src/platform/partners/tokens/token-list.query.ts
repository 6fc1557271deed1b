import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccessToken } from './access-token.entity.js';

/** A token as it is listed; its hash stays where it is. */
export type TokenSummary = Omit<AccessToken, 'tokenHash'>;

@Injectable()
export class TokenListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** All tokens of a partner, also those that no longer work, oldest first. */
  async of(partnerId: string): Promise<TokenSummary[]> {
    return this.dataSource.manager.find(AccessToken, {
      select: {
        id: true,
        partnerId: true,
        name: true,
        abilities: true,
        allowedNetworks: true,
        serviceIds: true,
        compatibility: true,
        expiresAt: true,
        revokedAt: true,
        createdAt: true,
      },
      where: { partnerId },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
  }
}
