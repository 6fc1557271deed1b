/** Thrown when another refund of the payment was created after staff decided on a refund. */
export class RefundCountChangedError extends Error {}
