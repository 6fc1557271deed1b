import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordChange } from '../../audit/audited.js';
import type { Person } from '../person.js';
import { hashSecret, newSecret } from '../secrets.js';

export interface OwnMembership {
  id: string;
  partnerId: string | null;
  partnerName: string | null;
  role: string;
}

/** Switches a session to another membership. A user may have several memberships, and each session uses one of them. */
@Injectable()
export class SwitchMembershipService {
  constructor(private readonly dataSource: DataSource) {}

  memberships(userId: string): Promise<OwnMembership[]> {
    return this.dataSource.query(
      `SELECT m.id, m.partner_id AS "partnerId", p.name AS "partnerName", m.role FROM panel_membership m LEFT JOIN partner p ON p.id = m.partner_id
       WHERE m.user_id = $1 AND p.blocked_at IS NULL ORDER BY p.name NULLS FIRST, m.id`,
      [userId],
    );
  }

  /** @returns the value of the session's new cookie. Null when the user has no such membership. */
  run({ userId, sessionId, membershipId }: Person, newMembershipId: string): Promise<string | null> {
    return this.dataSource.transaction(async (tx) => {
      const token = newSecret();
      const [, switchedCount] = await tx.query<[unknown, number]>(
        `UPDATE panel_session SET membership_id = $3, token_hash = $4 WHERE id = $1
           AND EXISTS (SELECT FROM panel_membership WHERE id = $3 AND user_id = $2)`,
        [sessionId, userId, newMembershipId, hashSecret(token)],
      );
      if (switchedCount === 0) return null;
      const [before, after] = [{ membership: membershipId }, { membership: newMembershipId }];
      await recordChange(tx, { action: 'session.switch', subject: 'panel_user', id: userId, before, after });
      return token;
    });
  }
}
