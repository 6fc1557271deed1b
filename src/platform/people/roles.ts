import { ABILITIES, type Ability, grants } from '../access/ability.js';

/** Abilities that pages of the panel require, in addition to the API's abilities. */
export const PANEL_ABILITIES = [
  'panel.account',
  /** Sums of today, compared with last week. */
  'panel.home',
  'panel.transactions',
  'panel.transactions.export',
  /** Payers' phone numbers and e-mail addresses in full. */
  'panel.payers',
  'panel.audit',
  'panel.audit.export',
  'panel.team',
  /** Signing keys of services, and tokens. */
  'panel.keys',
  'panel.services',
  /** To change the URL for a service's notifications, and to send a test notification. */
  'panel.services.change',
  /** SMS code packs, and rejected messages. */
  'panel.codes',
  'panel.codes.upload',
  'panel.subscriptions',
  'panel.subscriptions.cancel',
  'panel.links',
  'panel.links.change',
  /** Notifications with their bodies, which name payers. */
  'panel.notifications',
  'panel.notifications.export',
  'panel.notifications.resend',
  'panel.signature',
  /** For staff: all partners, with their teams. */
  'panel.partners',
  /** To block a partner, and to unblock it. */
  'panel.partners.block',
  /** To invite the first owner of a partner. */
  'panel.partners.invite',
  /** To decide whether a service may sell. */
  'panel.services.verify',
  /** Held payments, and refunds, money and callbacks that the gateway cannot resolve by itself. */
  'panel.exceptions',
  /** To release or reject a held payment. */
  'panel.review',
  /** Manual entries: proposed by one member of staff, approved by another. */
  'panel.money',
  /** Ledger checks, backlogs, and the state of providers. */
  'panel.health',
  /** Settlement files and their discrepancies. */
  'panel.files',
] as const;
export type PanelAbility = Ability | (typeof PANEL_ABILITIES)[number];

/** An ability, or a prefix with a star, as for tokens. No role has `*`: each role lists its abilities. */
type Grant = PanelAbility | 'directbilling.*' | 'sms.*' | 'payment.*' | 'wallet.*';
type Grants = readonly Grant[];

const READ_ONLY: Grants = [
  'panel.account',
  'panel.home',
  'panel.transactions',
  'panel.services',
  'panel.codes',
  'panel.subscriptions',
  'panel.links',
  'directbilling.services',
  'directbilling.services.show',
  'directbilling.transactions',
  'directbilling.transactions.show',
  'sms.services',
  'sms.services.show',
  'sms.services.transactions',
  'sms.services.transactions.show',
  'payment.services',
  'payment.services.show',
  'payment.transactions',
  'payment.transactions.show',
  'payment.refunds',
  'payment.refunds.show',
];
const NOTIFICATIONS: Grants = ['panel.notifications', 'panel.notifications.resend', 'panel.signature'];
const ALL_PRODUCTS: Grants = ['directbilling.*', 'sms.*', 'payment.*', 'events'];
/** The abilities that a partner's program needs for payments, without creating refunds. */
export const PAYMENTS_WITHOUT_REFUNDS: readonly Ability[] = ABILITIES.filter(
  (ability) => ability.startsWith('payment.') && ability !== 'payment.refunds.create',
);
const MONEY: Grants = ['panel.transactions.export', 'payment.refunds.create', 'wallet.*', 'statements.show'];

export const PARTNER_ROLES = {
  owner: [
    ...READ_ONLY,
    'panel.links.change',
    ...ALL_PRODUCTS,
    ...MONEY,
    'panel.payers',
    'panel.audit',
    'panel.audit.export',
    'panel.team',
    'panel.keys',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFICATIONS,
    'panel.notifications.export',
  ],
  developer: [
    ...new Set([...READ_ONLY, ...ALL_PRODUCTS.filter((grant) => grant !== 'payment.*'), ...PAYMENTS_WITHOUT_REFUNDS]),
    'panel.links.change',
    'panel.audit',
    'panel.keys',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFICATIONS,
    'panel.notifications.export',
  ],
  finance: [...READ_ONLY, ...MONEY, 'panel.links.change'],
  support: [...READ_ONLY, 'panel.payers', 'panel.subscriptions.cancel', 'panel.links.change', ...NOTIFICATIONS],
  viewer: READ_ONLY,
} as const satisfies Record<string, Grants>;
export type PartnerRole = keyof typeof PARTNER_ROLES;

export const STAFF_ROLES = {
  admin: [
    ...READ_ONLY,
    'panel.partners',
    'panel.partners.block',
    'panel.partners.invite',
    'panel.services.verify',
    'panel.exceptions',
    'panel.review',
    'panel.health',
    'panel.files',
    'panel.links.change',
    ...ALL_PRODUCTS,
    ...MONEY,
    'panel.payers',
    'panel.audit',
    'panel.audit.export',
    'panel.team',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFICATIONS,
    'panel.notifications.export',
    'panel.money',
  ],
  operations: [
    ...READ_ONLY,
    'panel.partners',
    'panel.partners.block',
    'panel.services.verify',
    'panel.exceptions',
    'panel.review',
    'panel.health',
    'panel.files',
    'panel.links.change',
    'panel.payers',
    'panel.audit',
    'panel.transactions.export',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFICATIONS,
    'panel.notifications.export',
  ],
  finance: [...READ_ONLY, 'panel.partners', 'panel.exceptions', 'panel.health', 'panel.files', ...MONEY, 'panel.audit', 'panel.money'],
  support: [...READ_ONLY, 'panel.partners', 'panel.exceptions', 'panel.payers', ...NOTIFICATIONS],
} as const satisfies Record<string, Grants>;
export type StaffRole = keyof typeof STAFF_ROLES;

export type PanelRole = PartnerRole | StaffRole;

/** The roles for users of a partner, or for staff. */
export function rolesFor(partnerId: string | null): readonly PanelRole[] {
  return Object.keys(partnerId === null ? STAFF_ROLES : PARTNER_ROLES) as PanelRole[];
}

/** The abilities of a role. An unknown role has no abilities. */
export function abilitiesOf(partnerId: string | null, role: string): readonly string[] {
  const roles: Readonly<Record<string, Grants>> = partnerId === null ? STAFF_ROLES : PARTNER_ROLES;
  return Object.hasOwn(roles, role) ? (roles[role] ?? []) : [];
}

/** Whether a user with the abilities `held` may grant a role. A user can never grant more abilities than the user has. */
export function mayGrant(held: readonly string[], granted: readonly string[]): boolean {
  return granted.every((grant) => grants(held, grant));
}
