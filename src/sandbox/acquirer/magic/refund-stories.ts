import { byEnding } from './payment-stories.js';
import type { Answering, RefundState, Step } from './story.js';

export interface RefundStory {
  /** Last two digits of the refund's amount; null stands for all others. */
  ending: string | null;
  outcome: string;
  answering?: Answering;
  /** Pending until the first of them. */
  steps: readonly Step<RefundState>[];
}

const DONE: Step<RefundState> = { state: 'DONE', afterSeconds: 2 };
const ACCOUNT_CLOSED = { state: 'FAILED', cause: 'ACCOUNT_CLOSED' } as const;

/** What becomes of a refund, by its amount. */
export const REFUND_STORIES: readonly RefundStory[] = [
  { ending: '91', outcome: 'rejected: too late', steps: [{ state: 'REJECTED', afterSeconds: 0, cause: 'TOO_LATE' }] },
  { ending: '92', outcome: 'slow: done 30 seconds later', steps: [{ ...DONE, afterSeconds: 30 }] },
  {
    ending: '93',
    outcome: 'not answered; whoever asks finds it, and that it is done after 10 seconds',
    answering: 'never',
    steps: [{ ...DONE, afterSeconds: 10, reports: 0 }],
  },
  { ending: '94', outcome: 'done, and reported three times', steps: [{ ...DONE, reports: 3 }] },
  { ending: '95', outcome: 'pending, then failed: the account is closed', steps: [{ ...ACCOUNT_CLOSED, afterSeconds: 2 }] },
  { ending: '96', outcome: 'done, and a minute later failed after all', steps: [DONE, { ...ACCOUNT_CLOSED, afterSeconds: 60 }] },
  {
    ending: '97',
    outcome: 'done, and reported before the call is answered',
    answering: 'after the report',
    steps: [{ ...DONE, afterSeconds: 0 }],
  },
  { ending: '98', outcome: 'done, but told only to who asks', steps: [{ ...DONE, reports: 0 }] },
  { ending: '99', outcome: 'pending for three days, then done', steps: [{ ...DONE, afterSeconds: 3 * 86_400 }] },
  { ending: null, outcome: 'pending, and done 2 seconds later', steps: [DONE] },
];

export function refundStoryOf(amountMinor: number): RefundStory {
  return byEnding(REFUND_STORIES, amountMinor);
}
