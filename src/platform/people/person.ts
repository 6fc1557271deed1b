import { grants, isOfWholePartner } from '../access/ability.js';
import type { Actor } from '../audit/actor.js';
import type { PanelAbility } from './roles.js';

/** The user of the panel in a request, with everything that limits the user's access. */
export interface Person {
  userId: string;
  email: string;
  name: string;
  sessionId: string;
  membershipId: string;
  /** Null for staff, who have access to every partner. */
  partnerId: string | null;
  partnerName: string | null;
  role: string;
  /** Empty means all services of the partner. */
  serviceIds: readonly string[];
  abilities: readonly string[];
  /** When the user last authenticated. Some changes require that this is only minutes ago. */
  authenticatedAt: Date;
}

/** The origin of a user's request. */
export interface Visit {
  ipAddress: string;
  /** The browser's `User-Agent`. */
  userAgent: string;
  requestId: string | null;
}

/** Whether a user has an ability. Users who are limited to services are denied abilities for the whole partner, such as the wallet. */
export const hasAbility = ({ abilities, serviceIds }: Pick<Person, 'abilities' | 'serviceIds'>, required: PanelAbility): boolean =>
  grants(abilities, required) && !(serviceIds.length > 0 && isOfWholePartner(required));

const MAX_AUTHOR_LENGTH = 200;

/** The user's name in the audit log. */
export const authorOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => `${name} (${email})`.slice(0, MAX_AUTHOR_LENGTH);

export function actorOf(
  person: Pick<Person, 'name' | 'email' | 'partnerId'>,
  { ipAddress, requestId }: Visit,
  reason: string | null = null,
): Actor {
  return { author: authorOf(person), door: 'panel', reason, requestId, partnerId: person.partnerId, address: ipAddress };
}
