import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

export interface ListedSession {
  id: string;
  beganAt: Date;
  lastSeenAt: Date;
  address: string;
  browser: string;
  partnerName: string | null;
}

@Injectable()
export class SessionListQuery {
  constructor(private readonly dataSource: DataSource) {}

  /** The user's sessions, most recently used first. */
  listSessions(userId: string): Promise<ListedSession[]> {
    return this.dataSource.query(
      `SELECT s.id, s.began_at AS "beganAt", s.last_seen_at AS "lastSeenAt", s.address, s.browser, p.name AS "partnerName"
       FROM panel_session s JOIN panel_membership m ON m.id = s.membership_id LEFT JOIN partner p ON p.id = m.partner_id
       WHERE s.user_id = $1 ORDER BY s.last_seen_at DESC, s.id DESC`,
      [userId],
    );
  }
}
