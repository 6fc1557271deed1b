import type { AliasResult } from './alias.js';
import type { AttemptResult } from './attempt.js';
import type { MandateResult } from './mandate.js';
import type { Money } from './money.js';
import type { RefundResult } from './refund.js';

/** The parts of a report that are known before its body is read. */
export interface CallbackHead {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: Readonly<Record<string, unknown>>;
  /** The sender's address, behind trusted proxies; for acquirers that publish theirs. */
  address: string;
}

export interface RawCallback extends CallbackHead {
  /** Exact bytes: signatures are over them. */
  body: Buffer;
}

/**
 * - `verified`: the report is the acquirer's. Each event is applied, or was before; then `answer` is sent
 * - `hint`: the sender cannot be verified, or the report says too little. The product only polls the subjects
 * - `rejected`: not from the acquirer, or not for this account. Nothing is stored
 */
export type ParsedCallback =
  | { verdict: 'verified'; events: readonly AcquirerEvent[]; answer: CallbackResponse }
  | { verdict: 'hint'; about: readonly EventSubject[]; answer: CallbackResponse }
  | { verdict: 'rejected' };

/** The acknowledgement that the acquirer expects; without it, it reports again. */
export interface CallbackResponse {
  status: number;
  contentType: string;
  body: string;
}

/** Looked up by the acquirer's reference first, then by the gateway's, and only among the rows of this connector. */
export interface EventSubject {
  providerRef: string | null;
  reference: string | null;
}

export type AcquirerEvent = EventSubject & {
  /** The same in repetitions of the event: the acquirer's id, or a digest of the body when there is none. */
  eventId: string;
} &
  /** `reference` is the attempt's, also when the result is about one code. */
  (
    | { kind: 'attempt'; result: AttemptResult }
    | { kind: 'refund'; result: RefundResult }
    /** `reference` is the mandate's; the result also holds for the mandate's alias. */
    | { kind: 'consent'; result: MandateResult }
    | { kind: 'alias'; result: AliasResult }
    | { kind: 'chargeback'; money: Money }
  );
