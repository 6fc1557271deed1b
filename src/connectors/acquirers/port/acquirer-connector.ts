import type { AliasOperations } from './alias.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from './attempt.js';
import type { ConnectorCapabilities } from './capabilities.js';
import type { RecurringOperations } from './mandate.js';
import type { RefundRequest, RefundResult, StartedRefund } from './refund.js';
import type { RawCallback, ParsedCallback, CallbackHead } from './callback.js';
import type { Submission } from './submission.js';

/**
 * One account at one acquirer. It translates and decides nothing: the product is responsible for states, retries and money.
 *
 * Implementations are stateless and touch neither database nor queue; the constructor gets the credentials. No operation throws because of an
 * acquirer's behaviour: no answer, a late one, 5xx, 429 or an unknown text give the outcome `unknown`. Only a call that was never sent is
 * `not_sent`. Operations that the capabilities do not list for the attempt's channel are not called.
 */
export abstract class AcquirerConnector {
  /** Name of the account in URLs and in the product's tables: lowercase letters, digits and dashes. */
  abstract readonly name: string;
  abstract readonly capabilities: ConnectorCapabilities;
  /** Whether no real money is taken: its payments are test money, which has its own accounts. */
  get isSimulated(): boolean {
    return false;
  }

  /** Null when no channel takes aliases. */
  abstract readonly aliases: AliasOperations | null;

  /** Null when no channel has recurring payments. */
  abstract readonly recurring: RecurringOperations | null;

  /**
   * Begins an attempt. A channel whose code the gateway submits answers `needsCode`. If the acquirer wants the code with the first call, nothing
   * is sent here, and `submitCode` begins the attempt there.
   */
  abstract start(attempt: AttemptRequest): Promise<AttemptResult | NotSent>;

  /** Pays a started attempt with a code or an alias. A repeated reference is the same try. */
  abstract submitCode(attempt: AttemptRequest & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent>;

  /** The present outcome at the acquirer. */
  abstract poll(attempt: StartedAttempt): Promise<AttemptResult | NotFound>;

  /** Takes authorized money (a capture, or a confirmation that the acquirer wants). May be repeated. */
  abstract capture(attempt: StartedAttempt): Promise<AttemptResult>;

  /** Asks the acquirer to take nothing more. Only `canceled`, `expired` and `failed` confirm that; the payer may have been faster. */
  abstract cancel(attempt: StartedAttempt): Promise<AttemptResult>;

  abstract refund(refund: RefundRequest): Promise<RefundResult | NotSent>;

  abstract pollRefund(refund: StartedRefund): Promise<RefundResult | NotFound>;

  /** Whether a report may be the acquirer's, judged by its head. This is no verification; it only avoids reading the bodies of others. */
  mayBeCallback(_: CallbackHead): boolean {
    return true;
  }

  /** Verifies a report, then reads it. Never throws: a report that cannot be verified is `rejected`. */
  abstract readCallback(raw: RawCallback): Promise<ParsedCallback>;
}
