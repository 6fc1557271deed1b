import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { SystemClock } from '../../common/time/clocks.js';
import { actingAs } from '../audit/actor.js';
import { recordChange } from '../audit/audited.js';
import { actorOf, type Visit } from './person.js';
import type { PanelRole } from './roles.js';
import { newSecret } from './secrets.js';
import { beginSession } from './sessions/begin-session.js';

export interface DemoPerson {
  name: string;
  email: string;
  partnerId: string | null;
  role: PanelRole;
}

/** Links that sign in to the demo without credentials, as long as this process runs. There are no such links outside the demo. */
@Injectable()
export class DemoPeopleService {
  private readonly people = new Map<string, DemoPerson>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @returns the path of the link. */
  add(person: DemoPerson): string {
    const secret = newSecret();
    this.people.set(secret, person);
    return `/demo/${secret}`;
  }

  find(secret: string): DemoPerson | null {
    return this.people.get(secret) ?? null;
  }

  /** @returns the value of the session's cookie. Null when there is no such link. */
  async signIn(secret: string, visit: Visit): Promise<string | null> {
    const person = this.find(secret);
    if (!person) return null;
    return this.dataSource.transaction(async (tx) => {
      const now = this.clock.now();
      const [user] = await tx.query<{ id: string }[]>(
        `INSERT INTO panel_user (id, email, name, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (email) DO UPDATE SET name = EXCLUDED.name RETURNING id`,
        [uuidv7(), person.email, person.name, now],
      );
      const userId = user?.id ?? '';
      const [membership] = await tx.query<{ id: string }[]>(
        `INSERT INTO panel_membership (id, user_id, partner_id, role, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT ON CONSTRAINT panel_membership_once DO UPDATE SET role = EXCLUDED.role RETURNING id`,
        [uuidv7(), userId, person.partnerId, person.role, now],
      );
      const token = await beginSession(tx, { userId, membershipId: membership?.id ?? '' }, visit, now);
      await actingAs(actorOf(person, visit), () =>
        recordChange(tx, { action: 'session.begin', subject: 'panel_user', id: userId, after: { by: 'demo' } }),
      );
      return token;
    });
  }
}
