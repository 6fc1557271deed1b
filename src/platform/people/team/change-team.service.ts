import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { recordChange } from '../../audit/audited.js';
import type { Person } from '../person.js';
import { abilitiesOf, mayGrant, type PanelRole } from '../roles.js';

/**
 * `missing`: the team has no such member. `above`: the member has abilities or services, or the new role has abilities, that the changing
 * user lacks. `last`: no other member could manage the team.
 */
export type TeamChange = 'done' | 'missing' | 'above' | 'last';

interface MemberRow {
  id: string;
  userId: string;
  role: string;
  serviceIds: string[];
}

/** Changes and removes members of a user's own team. Sessions of the membership end, so that none keeps the old abilities. */
@Injectable()
export class ChangeTeamService {
  constructor(private readonly dataSource: DataSource) {}

  changeRole(manager: Person, membershipId: string, role: PanelRole): Promise<TeamChange> {
    return this.change(manager, membershipId, role);
  }

  remove(manager: Person, membershipId: string): Promise<TeamChange> {
    return this.change(manager, membershipId, null);
  }

  /** @returns whether there was such an invitation. */
  withdrawInvitation({ partnerId }: Person, id: string): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      const [rows] = await tx.query<[{ email: string; role: string }[], number]>(
        'DELETE FROM panel_invitation WHERE id = $1 AND partner_id IS NOT DISTINCT FROM $2 RETURNING email, role',
        [id, partnerId],
      );
      if (rows[0]) await recordChange(tx, { action: 'invitation.withdraw', subject: 'panel_invitation', id, before: { ...rows[0] } });
      return rows.length > 0;
    });
  }

  /** @param role null to remove the member. */
  private change(manager: Person, membershipId: string, role: PanelRole | null): Promise<TeamChange> {
    const { partnerId } = manager;
    return this.dataSource.transaction(async (tx) => {
      // Locks all members in the same order, because two managers who remove each other must not both succeed.
      const team = await tx.query<MemberRow[]>(
        'SELECT id, user_id AS "userId", role, service_ids AS "serviceIds" FROM panel_membership WHERE partner_id IS NOT DISTINCT FROM $1 ORDER BY id FOR NO KEY UPDATE',
        [partnerId],
      );
      const member = team.find(({ id }) => id === membershipId);
      if (!member) return 'missing';
      const newAbilities = role === null ? [] : abilitiesOf(partnerId, role);
      if (!areServicesWithin(manager.serviceIds, member.serviceIds)) return 'above';
      if (!mayGrant(manager.abilities, abilitiesOf(partnerId, member.role)) || !mayGrant(manager.abilities, newAbilities)) return 'above';
      const canManage = (roleName: string): boolean => abilitiesOf(partnerId, roleName).includes('panel.team');
      const hasManager = team.some(({ id, role: current }) => canManage(id === membershipId ? (role ?? '') : current));
      if (!hasManager) return 'last';
      await this.applyChange(tx, member, role);
      return 'done';
    });
  }

  private async applyChange(tx: EntityManager, { id, userId, role: before }: MemberRow, role: PanelRole | null): Promise<void> {
    await tx.query('DELETE FROM panel_session WHERE membership_id = $1', [id]);
    if (role === null) await tx.query('DELETE FROM panel_membership WHERE id = $1', [id]);
    else await tx.query('UPDATE panel_membership SET role = $2 WHERE id = $1', [id, role]);
    const action = role === null ? 'member.remove' : 'member.change_role';
    await recordChange(tx, { action, subject: 'panel_user', id: userId, before: { role: before }, after: role === null ? {} : { role } });
  }
}

/** Whether a user with the first services has all of the second. An empty list means all services of the partner. */
function areServicesWithin(ownServices: readonly string[], otherServices: readonly string[]): boolean {
  return ownServices.length === 0 || (otherServices.length > 0 && otherServices.every((id) => ownServices.includes(id)));
}
