/** Another refund of the payment was made after this refund was decided on. */
export class OtherRefundMade extends Error {}
