/** Money of a partner that is blocked stays where it is. */
export class PartnerBlockedError extends Error {
  constructor() {
    super('The partner is blocked: its payouts are held. Unblock it first, or say --although-blocked where the transfer left before that');
    this.name = 'PartnerBlockedError';
  }
}
