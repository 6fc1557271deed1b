/** The payment has had another refund since this one was decided on. */
export class OtherRefundMade extends Error {}
