import type { AliasOperations } from './alias.js';
import type { AttemptResult, NotFound, NotSent, AttemptRequest, StartedAttempt } from './attempt.js';
import type { ConnectorCapabilities } from './capabilities.js';
import type { RecurringOperations } from './mandate.js';
import type { RefundRequest, RefundResult, StartedRefund } from './refund.js';
import type { RawCallback, ParsedCallback, CallbackHead } from './callback.js';
import type { Submission } from './submission.js';

/**
 * The port of one account at one acquirer. A connector only translates: the product decides about states, retries and money.
 *
 * Implementations are stateless and use neither the database nor the queue. The constructor gets the credentials.
 * No operation throws because of an acquirer's behaviour. Without a response, or with a late response, 5xx, 429 or an unknown text, the
 * outcome is `unknown`. Only a request that was never sent has the outcome `not_sent`.
 * The product does not call operations that the capabilities do not list for the attempt's channel.
 */
export abstract class AcquirerConnector {
  /** Name of the account in URLs and in the product's tables: lowercase letters, digits and dashes. */
  abstract readonly name: string;
  abstract readonly capabilities: ConnectorCapabilities;
  /** Whether the acquirer takes no real money. Payments are then test money, which is booked to separate accounts. */
  get isSimulated(): boolean {
    return false;
  }

  /** null when no channel accepts aliases. */
  abstract readonly aliases: AliasOperations | null;

  /** null when no channel has recurring payments. */
  abstract readonly recurring: RecurringOperations | null;

  /**
   * Starts an attempt. For a channel whose code the gateway submits, the next step is `needsCode`. If the acquirer wants the code in the first
   * request, `start` sends nothing, and `submitCode` starts the attempt at the acquirer.
   */
  abstract start(attempt: AttemptRequest): Promise<AttemptResult | NotSent>;

  /** Pays a started attempt with a code or an alias. A repeated reference is the same submission. */
  abstract submitCode(attempt: AttemptRequest & StartedAttempt, submission: Submission): Promise<AttemptResult | NotSent>;

  /** Requests the current outcome from the acquirer. */
  abstract poll(attempt: StartedAttempt): Promise<AttemptResult | NotFound>;

  /** Captures authorized money, or sends the confirmation that the acquirer expects. May be repeated. */
  abstract capture(attempt: StartedAttempt): Promise<AttemptResult>;

  /**
   * Tells the acquirer to take no money. Only `canceled`, `expired` and `failed` confirm the cancellation: the payer may have paid before.
   */
  abstract cancel(attempt: StartedAttempt): Promise<AttemptResult>;

  /** Requests a refund. A repeated reference is the same refund. */
  abstract refund(refund: RefundRequest): Promise<RefundResult | NotSent>;

  /** Requests the current outcome of a refund from the acquirer. */
  abstract pollRefund(refund: StartedRefund): Promise<RefundResult | NotFound>;

  /**
   * Whether headers, query and address can be those of a callback of the acquirer. Verifies nothing, but avoids reading the bodies of other
   * requests.
   */
  mayBeCallback(_: CallbackHead): boolean {
    return true;
  }

  /** Verifies a callback, then reads the callback. Never throws: a callback that cannot be verified is `rejected`. */
  abstract readCallback(raw: RawCallback): Promise<ParsedCallback>;
}
