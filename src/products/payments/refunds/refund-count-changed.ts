/** Another refund of the payment was created after staff decided on this refund. */
export class RefundCountChangedError extends Error {}
