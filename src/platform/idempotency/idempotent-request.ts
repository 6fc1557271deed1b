import type { NewClaim } from './claim-keys.service.js';
import type { IdempotencyKeys } from './idempotency-keys.js';
import { type BuildStoredResponse, type KeyClaim, KeyWasUsedError, storedResponse, type StoredResponse } from './stored-response.js';

/** A request that may be repeated. If it has an `Idempotency-Key`, its response is stored under this key. */
export class IdempotentRequest {
  private isStored = false;

  /**
   * @param claimed the claim of the key. Undefined when the request has no key or sets `unclaimed`. @param currentStatus returns the
   * current HTTP status of the response.
   * @param unclaimed set instead of `claimed` when the key is claimed in the statement that inserts the request's row.
   */
  constructor(
    private claimed?: KeyClaim,
    private readonly currentStatus: () => number = () => 200,
    readonly unclaimed?: { claim: NewClaim; keys: IdempotencyKeys },
  ) {}

  /** The `Idempotency-Key`, with which a repeated request finds the effects of an interrupted request. Null without a key. */
  get key(): string | null {
    return (this.claimed ?? this.unclaimed?.claim)?.key ?? null;
  }

  get claim(): KeyClaim | undefined {
    return this.claimed;
  }

  get status(): number {
    return this.currentStatus();
  }

  /** The claim, unless the response was already stored with the change. */
  get openClaim(): KeyClaim | undefined {
    return this.isStored ? undefined : this.claimed;
  }

  /**
   * Makes a change and stores the response in the same transaction.
   * @param change must call `buildResponse` with its result and store the returned response in its transaction, unless it changed nothing.
   * @throws ReplayedResponse with the response of an earlier request, when the key is claimed with the change but was used before.
   */
  async storeAndRespond<Result, Answer>(
    change: (buildResponse: BuildStoredResponse<Result>) => Promise<Result>,
    toResponse: (result: Result) => Answer,
  ): Promise<Answer> {
    const { claimed, unclaimed } = this;
    const claim = claimed ?? unclaimed?.claim;
    if (!claim) return toResponse(await change(undefined));
    const responses: Answer[] = [];
    const buildResponse = (changeResult: Result): StoredResponse => {
      const response = toResponse(changeResult);
      responses.push(response);
      const stored = storedResponse(claim, this.status, response);
      return claimed || !unclaimed ? stored : { ...stored, unclaimed: unclaimed.claim };
    };
    try {
      const result = await change(buildResponse);
      this.isStored = responses.length > 0;
      return responses.at(-1) ?? toResponse(result);
    } catch (error) {
      if (claimed || !unclaimed || !(error instanceof KeyWasUsedError)) throw error;
      this.claimed = await unclaimed.keys.takeOverOrReplay(unclaimed.claim);
      return this.storeAndRespond(change, toResponse);
    }
  }
}
