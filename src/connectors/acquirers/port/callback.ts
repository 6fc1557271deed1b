import type { AliasResult } from './alias.js';
import type { AttemptResult } from './attempt.js';
import type { MandateResult } from './mandate.js';
import type { Money } from './money.js';
import type { RefundResult } from './refund.js';

/** The parts of a callback that are known before its body is read. */
export interface CallbackHead {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  /** The sender's IP address, as trusted proxies forward it. For acquirers that publish their addresses. */
  address: string;
}

export interface RawCallback extends CallbackHead {
  /** The exact bytes, because signatures are computed over the bytes. */
  body: Buffer;
}

/**
 * - `verified`: the callback is the acquirer's. The product applies each event that was not applied before, then sends `answer`
 * - `hint`: the sender cannot be verified, or the callback contains too little. The product only polls the subjects
 * - `rejected`: the callback is not from the acquirer, or not for this account. Nothing is stored
 */
export type ParsedCallback =
  | { verdict: 'verified'; events: readonly AcquirerEvent[]; answer: CallbackResponse }
  | { verdict: 'hint'; about: readonly EventSubject[]; answer: CallbackResponse }
  | { verdict: 'rejected' };

/** The acknowledgement that the acquirer expects. Without the acknowledgement the acquirer repeats the callback. */
export interface CallbackResponse {
  status: number;
  contentType: string;
  body: string;
}

/** The product looks for the acquirer's reference first, then for the gateway's reference, and only in the rows of this connector. */
export interface EventSubject {
  providerRef: string | null;
  reference: string | null;
}

export type AcquirerEvent = EventSubject & {
  /** Identical when the event is repeated: the acquirer's id, or a digest of the body when the acquirer sends no id. */
  eventId: string;
} &
  /** `reference` is the attempt's reference, also when the result is about one code. */
  (
    | { kind: 'attempt'; result: AttemptResult }
    | { kind: 'refund'; result: RefundResult }
    /** `reference` is the mandate's reference. The result also holds for the mandate's alias. */
    | { kind: 'consent'; result: MandateResult }
    | { kind: 'alias'; result: AliasResult }
    | { kind: 'chargeback'; money: Money }
  );
