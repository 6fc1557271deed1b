import { ABILITIES, type Ability, grants } from '../access/ability.js';

/** What screens of the panel require, besides the API's abilities. */
export const PANEL_ABILITIES = [
  'panel.account',
  /** Sums of today beside last week. */
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
  /** Where their notifications go, and to try it. */
  'panel.services.change',
  /** Packs of SMS codes, and messages that were refused. */
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
  /** Of staff: all partners, with their people. */
  'panel.partners',
  /** To stop all sales of a partner, and to let it sell again. */
  'panel.partners.block',
  /** To let a first owner in. */
  'panel.partners.invite',
  /** To decide whether a service may sell. */
  'panel.services.verify',
  /** Held payments, refunds, money and reports that the gateway cannot settle by itself. */
  'panel.exceptions',
  /** To release or refuse a held payment. */
  'panel.review',
  /** Settlements, payouts and adjustments: proposed by one of the staff, approved by another. */
  'panel.money',
  /** Verifications of the ledger, what waits, and how other parties answer. */
  'panel.health',
  /** Settlement files and how they differ. */
  'panel.files',
] as const;
export type PanelAbility = Ability | (typeof PANEL_ABILITIES)[number];

/** An ability, or everything below a word, as for tokens. No role has a star for everything: each lists what it may do. */
type Grant = PanelAbility | 'directbilling.*' | 'sms.*' | 'payment.*' | 'wallet.*';
type Grants = readonly Grant[];

const LOOKS: Grants = [
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
const NOTIFIES: Grants = ['panel.notifications', 'panel.notifications.resend', 'panel.signature'];
const EVERYTHING_SOLD: Grants = ['directbilling.*', 'sms.*', 'payment.*', 'events'];
/** What a shop's program needs, without giving money back. */
export const PAYMENTS_WITHOUT_REFUNDS: readonly Ability[] = ABILITIES.filter(
  (ability) => ability.startsWith('payment.') && ability !== 'payment.refunds.create',
);
const MONEY: Grants = ['panel.transactions.export', 'payment.refunds.create', 'wallet.*', 'statements.show'];

export const PARTNER_ROLES = {
  owner: [
    ...LOOKS,
    'panel.links.change',
    ...EVERYTHING_SOLD,
    ...MONEY,
    'panel.payers',
    'panel.audit',
    'panel.audit.export',
    'panel.team',
    'panel.keys',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFIES,
    'panel.notifications.export',
  ],
  developer: [
    ...new Set([...LOOKS, ...EVERYTHING_SOLD.filter((grant) => grant !== 'payment.*'), ...PAYMENTS_WITHOUT_REFUNDS]),
    'panel.links.change',
    'panel.audit',
    'panel.keys',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFIES,
    'panel.notifications.export',
  ],
  finance: [...LOOKS, ...MONEY, 'panel.links.change'],
  support: [...LOOKS, 'panel.payers', 'panel.subscriptions.cancel', 'panel.links.change', ...NOTIFIES],
  viewer: LOOKS,
} as const satisfies Record<string, Grants>;
export type PartnerRole = keyof typeof PARTNER_ROLES;

export const STAFF_ROLES = {
  admin: [
    ...LOOKS,
    'panel.partners',
    'panel.partners.block',
    'panel.partners.invite',
    'panel.services.verify',
    'panel.exceptions',
    'panel.review',
    'panel.health',
    'panel.files',
    'panel.links.change',
    ...EVERYTHING_SOLD,
    ...MONEY,
    'panel.payers',
    'panel.audit',
    'panel.audit.export',
    'panel.team',
    'panel.services.change',
    'panel.codes.upload',
    'panel.subscriptions.cancel',
    ...NOTIFIES,
    'panel.notifications.export',
    'panel.money',
  ],
  operations: [
    ...LOOKS,
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
    ...NOTIFIES,
    'panel.notifications.export',
  ],
  finance: [...LOOKS, 'panel.partners', 'panel.exceptions', 'panel.health', 'panel.files', ...MONEY, 'panel.audit', 'panel.money'],
  support: [...LOOKS, 'panel.partners', 'panel.exceptions', 'panel.payers', ...NOTIFIES],
} as const satisfies Record<string, Grants>;
export type StaffRole = keyof typeof STAFF_ROLES;

export type PanelRole = PartnerRole | StaffRole;

/** The roles that there are for people of a partner, or for staff. */
export function rolesFor(partnerId: string | null): readonly PanelRole[] {
  return Object.keys(partnerId === null ? STAFF_ROLES : PARTNER_ROLES) as PanelRole[];
}

/** What a role may do. An unknown role may do nothing. */
export function abilitiesOf(partnerId: string | null, role: string): readonly string[] {
  const roles: Readonly<Record<string, Grants>> = partnerId === null ? STAFF_ROLES : PARTNER_ROLES;
  return Object.hasOwn(roles, role) ? (roles[role] ?? []) : [];
}

/** Whether a person with the abilities `held` may grant a role: never one with more abilities. */
export function mayGrant(held: readonly string[], granted: readonly string[]): boolean {
  return granted.every((grant) => grants(held, grant));
}
