/** How an attempt ended. `failed`: no complete answer came. */
export type AttemptOutcome = 'acknowledged' | 'not_acknowledged' | 'gone' | 'failed';

const ACKNOWLEDGEMENT = 'OK';
const GONE = 410;

export interface ReceivedAnswer {
  status: number;
  text: string;
  /** More came than is kept, so it cannot be the acknowledgement. */
  truncated: boolean;
}

/** Acknowledged is HTTP 200 with a body that is `OK` after trimming, and nothing else. 410 asks to stop. */
export function judgeAnswer({ status, text, truncated }: ReceivedAnswer): AttemptOutcome {
  if (status === GONE) return 'gone';
  return status === 200 && !truncated && text.trim() === ACKNOWLEDGEMENT ? 'acknowledged' : 'not_acknowledged';
}
