import { grants, isOfWholePartner } from '../access/ability.js';
import type { Actor } from '../audit/actor.js';
import type { PanelAbility } from './roles.js';

/** Who uses the panel in a request, with all that limits what is seen and done. */
export interface Person {
  userId: string;
  email: string;
  name: string;
  sessionId: string;
  membershipId: string;
  /** Null for staff, who see every partner. */
  partnerId: string | null;
  partnerName: string | null;
  role: string;
  /** Empty means all of the partner's. */
  serviceIds: readonly string[];
  abilities: readonly string[];
  /** When the person last proved who it is: some changes want that to be minutes ago. */
  provedAt: Date;
}

/** From where a person comes. */
export interface Visit {
  address: string;
  /** As the browser calls itself. */
  browser: string;
  requestId: string | null;
}

/** Who is limited to some services does not get what is about all of them together, such as the wallet. */
export const isAble = ({ abilities, serviceIds }: Pick<Person, 'abilities' | 'serviceIds'>, wanted: PanelAbility): boolean =>
  grants(abilities, wanted) && !(serviceIds.length > 0 && isOfWholePartner(wanted));

/** The person's name in the audit. */
export const authorOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string => `${name} (${email})`.slice(0, 200);

export function actorOf(
  person: Pick<Person, 'name' | 'email' | 'partnerId'>,
  { address, requestId }: Visit,
  reason: string | null = null,
): Actor {
  return { author: authorOf(person), door: 'panel', reason, requestId, partnerId: person.partnerId, address };
}
