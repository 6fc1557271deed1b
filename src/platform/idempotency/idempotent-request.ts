import type { NewClaim } from './claim-keys.service.js';
import type { IdempotencyKeys } from './idempotency-keys.js';
import { type BuildStoredResponse, type KeyClaim, KeyWasUsed, storedResponse, type StoredResponse } from './stored-response.js';

/** A request that may be sent again: its answer is stored under its `Idempotency-Key`, if it has one. */
export class IdempotentRequest {
  private written = false;

  /**
   * @param claimed the claim of its key; none without a key. @param statusNow the answer's as it is known by now.
   * @param unclaimed set instead of the claim when the key is claimed only with the row that the request makes.
   */
  constructor(
    private claimed?: KeyClaim,
    private readonly statusNow: () => number = () => 200,
    readonly unclaimed?: { claim: NewClaim; keys: IdempotencyKeys },
  ) {}

  /** The `Idempotency-Key`, by which a repeated request finds what an interrupted one has done; null without one. */
  get key(): string | null {
    return (this.claimed ?? this.unclaimed?.claim)?.key ?? null;
  }

  get claim(): KeyClaim | undefined {
    return this.claimed;
  }

  get status(): number {
    return this.statusNow();
  }

  /** The claim, unless the answer was written with the change. */
  get openClaim(): KeyClaim | undefined {
    return this.written ? undefined : this.claimed;
  }

  /**
   * Makes a change and stores the answer in the same transaction.
   * @param change calls `also` with its result and writes what that returns in its own transaction, unless nothing was changed.
   * @throws ReplayedResponse with the answer of an earlier request, when the key was to be claimed with the change and was used before.
   */
  async answer<Result, Answer>(
    change: (also: BuildStoredResponse<Result>) => Promise<Result>,
    toAnswer: (result: Result) => Answer,
  ): Promise<Answer> {
    const { claimed, unclaimed } = this;
    const claim = claimed ?? unclaimed?.claim;
    if (!claim) return toAnswer(await change(undefined));
    const told: Answer[] = [];
    const also = (made: Result): StoredResponse => {
      const answer = toAnswer(made);
      told.push(answer);
      const stored = storedResponse(claim, this.status, answer);
      return claimed || !unclaimed ? stored : { ...stored, unclaimed: unclaimed.claim };
    };
    try {
      const result = await change(also);
      this.written = told.length > 0;
      return told.at(-1) ?? toAnswer(result);
    } catch (error) {
      if (claimed || !unclaimed || !(error instanceof KeyWasUsed)) throw error;
      this.claimed = await unclaimed.keys.takeOverOrReplay(unclaimed.claim);
      return this.answer(change, toAnswer);
    }
  }
}
