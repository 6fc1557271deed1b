/** Payouts of a blocked partner are rejected. */
export class PartnerBlockedError extends Error {
  constructor() {
    super('The partner is blocked: its payouts are held. Unblock it, or add --although-blocked if the transfer was sent before');
    this.name = 'PartnerBlockedError';
  }
}
