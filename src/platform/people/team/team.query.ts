import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';

export interface Member {
  membershipId: string;
  userId: string;
  name: string;
  email: string;
  role: string;
  serviceIds: string[];
  passkeys: number;
  hasPassword: boolean;
  lastSeenAt: Date | null;
}

export interface OpenInvitation {
  id: string;
  email: string;
  role: string;
  serviceIds: string[];
  expiresAt: Date;
}

/** Members and open invitations of a partner's team, or of the staff. */
@Injectable()
export class TeamQuery {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @param partnerId null for staff. */
  members(partnerId: string | null): Promise<Member[]> {
    return this.dataSource.query(
      `SELECT m.id AS "membershipId", u.id AS "userId", u.name, u.email, m.role, m.service_ids AS "serviceIds", u.password_hash IS NOT NULL AS "hasPassword",
         (SELECT count(*)::int FROM panel_credential c WHERE c.user_id = u.id) AS passkeys,
         (SELECT max(s.last_seen_at) FROM panel_session s WHERE s.membership_id = m.id) AS "lastSeenAt"
       FROM panel_membership m JOIN panel_user u ON u.id = m.user_id WHERE m.partner_id IS NOT DISTINCT FROM $1 ORDER BY u.name, m.id`,
      [partnerId],
    );
  }

  invitations(partnerId: string | null): Promise<OpenInvitation[]> {
    return this.dataSource.query(
      `SELECT id, email, role, service_ids AS "serviceIds", expires_at AS "expiresAt" FROM panel_invitation
       WHERE partner_id IS NOT DISTINCT FROM $1 AND expires_at > $2 ORDER BY created_at, id`,
      [partnerId, this.clock.now()],
    );
  }
}
