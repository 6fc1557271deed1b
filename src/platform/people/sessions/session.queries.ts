import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../common/time/clocks.js';
import { Environment } from '../../../runtime/config/environment.js';
import { abilitiesOf } from '../roles.js';
import type { Person } from '../person.js';
import { hashSecret } from '../secrets.js';
import { MAX_SESSION_MS, LAST_SEEN_INTERVAL_MS, STAFF_IDLE_MS } from './session-rules.js';

export interface ListedSession {
  id: string;
  beganAt: Date;
  lastSeenAt: Date;
  address: string;
  browser: string;
  partnerName: string | null;
}

type SessionRow = Omit<Person, 'abilities'> & { lastSeenAt: Date };

const FIND = `
  SELECT s.id AS "sessionId", s.authenticated_at AS "authenticatedAt", s.last_seen_at AS "lastSeenAt", u.id AS "userId", u.email, u.name, m.id AS "membershipId",
    m.partner_id AS "partnerId", p.name AS "partnerName", m.role, m.service_ids AS "serviceIds"
  FROM panel_session s JOIN panel_user u ON u.id = s.user_id JOIN panel_membership m ON m.id = s.membership_id LEFT JOIN partner p ON p.id = m.partner_id
  WHERE s.token_hash = $1 AND s.began_at > $2 AND s.last_seen_at > CASE WHEN m.partner_id IS NULL THEN $3::timestamptz ELSE $4 END
    AND p.blocked_at IS NULL`;

@Injectable()
export class SessionQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
    private readonly environment: Environment,
  ) {}

  /**
   * Finds the user of a session's cookie. The role is read with each request, so a changed role takes effect immediately.
   * @returns null when the session has ended or does not exist.
   */
  async findPerson(token: string): Promise<Person | null> {
    const now = this.clock.now().getTime();
    // Parameters $2 to $4: a session is valid if it began, and was last used by staff or by other users, after these times.
    const earliestTimes = [MAX_SESSION_MS, STAFF_IDLE_MS, this.environment.panel.idleMinutes * 60_000].map((ms) => new Date(now - ms));
    const [row] = await this.dataSource.query<SessionRow[]>(FIND, [hashSecret(token), ...earliestTimes]);
    if (!row) return null;
    const { lastSeenAt, ...person } = row;
    if (now - lastSeenAt.getTime() >= LAST_SEEN_INTERVAL_MS)
      await this.dataSource.query('UPDATE panel_session SET last_seen_at = greatest(last_seen_at, $2) WHERE id = $1', [
        row.sessionId,
        new Date(now),
      ]);
    return { ...person, abilities: abilitiesOf(row.partnerId, row.role) };
  }

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
