import type { AliasResult } from './alias.js';
import type { AttemptResult } from './attempt.js';
import type { ConsentResult } from './consent.js';
import type { Money } from './money.js';
import type { RefundResult } from './refund.js';

/** What is known of a report before its body is read. */
export interface ReportHead {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Behind the question mark of the address. */
  query: Readonly<Record<string, unknown>>;
  /** Who connected, for acquirers that publish theirs; proxies are seen through already. */
  address: string;
}

/** A report as it came over the wire. */
export interface RawReport extends ReportHead {
  /** Exact bytes: signatures are over them. */
  body: Buffer;
}

/**
 * - `verified`: the acquirer said these things. Each event is applied or already was; then it gets `answer`
 * - `hint`: nothing proves who said it, or it says too little. What it names is asked about, no more
 * - `rejected`: not from the acquirer, or not for this account. Nothing of it is believed or stored
 */
export type ReadReport =
  | { verdict: 'verified'; events: readonly ChannelEvent[]; answer: ReportAnswer }
  | { verdict: 'hint'; about: readonly EventSubject[]; answer: ReportAnswer }
  | { verdict: 'rejected' };

/** What the acquirer wants to hear once everything is stored; otherwise it reports again. */
export interface ReportAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** Found by the acquirer's name first, then by the gateway's; never outside the connector that read the report. */
export interface EventSubject {
  providerRef: string | null;
  reference: string | null;
}

export type ChannelEvent = EventSubject & {
  /** Repeats when the acquirer repeats the event. Its own id, or a digest of the body when it has none. */
  eventId: string;
} &
  /** `reference` is the attempt's, also when the result is that of one code. */
  (
    | { kind: 'attempt'; result: AttemptResult }
    | { kind: 'refund'; result: RefundResult }
    /** `reference` is the consent's; the alias it was given under goes with it. */
    | { kind: 'consent'; result: ConsentResult }
    | { kind: 'alias'; result: AliasResult }
    | { kind: 'chargeback'; money: Money }
  );
