import type { AliasOperations } from './alias.js';
import type { AttemptResult, NotFound, NotSent, StartAttempt, StartedAttempt } from './attempt.js';
import type { ConnectorCapabilities } from './capabilities.js';
import type { RecurringOperations } from './consent.js';
import type { RefundRequest, RefundResult, StartedRefund } from './refund.js';
import type { RawReport, ReadReport, ReportHead } from './report.js';
import type { Submission } from './submission.js';

/**
 * One account at one acquirer. It translates and decides nothing: states, retries and money are the product's.
 *
 * Implementations are stateless and touch neither database nor queue; credentials are given to the constructor. No operation throws for
 * what an acquirer does: no answer, a late one, 5xx, 429 or words it does not know leave the outcome `unknown`. Only what never left is
 * `not_sent`. An operation that the capabilities do not list for the attempt's channel is not called.
 */
export abstract class ChannelConnector {
  /** Names the account in addresses and in the product's tables: lowercase letters, digits and dashes. */
  abstract readonly name: string;
  abstract readonly capabilities: ConnectorCapabilities;
  /** Whether nobody takes money here: what is paid is a test, and is entered apart. */
  get isSimulated(): boolean {
    return false;
  }

  /** Null when no channel takes aliases. */
  abstract readonly aliases: AliasOperations | null;

  /** Null when no channel has recurring payments. */
  abstract readonly recurring: RecurringOperations | null;

  /**
   * Begins an attempt. A channel that takes the payer's code here answers `needsCode`, also when the acquirer wants to hear of the attempt
   * only with the code: then nothing has been sent yet, and `submitCode` begins it there.
   */
  abstract start(attempt: StartAttempt): Promise<AttemptResult | NotSent>;

  /** Pays a started attempt with a code or an alias. The same reference again is the same try. */
  abstract submitCode(attempt: StartAttempt & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent>;

  /** What the acquirer's books say now. */
  abstract ask(attempt: StartedAttempt): Promise<AttemptResult | NotFound>;

  /** Takes authorized money (a capture, or the proof an acquirer wants). Repeating it is harmless. */
  abstract settle(attempt: StartedAttempt): Promise<AttemptResult>;

  /** Asks that nothing more be taken. Only `canceled`, `expired` and `failed` say that nothing will; the payer may have been faster. */
  abstract cancel(attempt: StartedAttempt): Promise<AttemptResult>;

  abstract refund(refund: RefundRequest): Promise<RefundResult | NotSent>;

  abstract askRefund(refund: StartedRefund): Promise<RefundResult | NotFound>;

  /** Whether the head of a report leaves it open that it is the acquirer's. It proves nothing, but the body of what it rules out is not read. */
  mayReport(_: ReportHead): boolean {
    return true;
  }

  /** Verifies before it reads. Never throws: what cannot be verified is `rejected`. */
  abstract readReport(raw: RawReport): Promise<ReadReport>;
}
