import type { RefundState } from '../magic/story.js';

export interface Refund {
  id: string;
  reference: string;
  amountMinor: number;
  currency: string;
  state: 'PENDING' | RefundState;
  cause: string | null;
}
