import type { AlsoKept, KeptAnswer, KeyClaim } from './kept-answer.js';

/** A request that may be sent again: what it is answered is kept under its `Idempotency-Key`, or nothing is when it has none. */
export class IdempotentRequest {
  private written = false;

  /** @param status that the answer will have unless it is an error. */
  constructor(
    private readonly claim?: KeyClaim,
    private readonly status = 200,
  ) {}

  /** Its `Idempotency-Key`: what a request that was broken off has done is found by it. Null without one. */
  get key(): string | null {
    return this.claim?.key ?? null;
  }

  /** Whether the answer was written with the change. */
  get isKept(): boolean {
    return this.written;
  }

  /**
   * Makes a change and answers with its result, both or neither.
   * @param change writes what `also` makes of its result in the transaction of the change, unless nothing was changed.
   */
  async answer<Result, Answer>(change: (also: AlsoKept<Result>) => Promise<Result>, toAnswer: (result: Result) => Answer): Promise<Answer> {
    const { claim } = this;
    if (!claim) return toAnswer(await change(undefined));
    const told: Answer[] = [];
    const result = await change((made) => {
      const answer = toAnswer(made);
      told.push(answer);
      return keptAnswer(claim, this.status, answer);
    });
    this.written = told.length > 0;
    return told.at(-1) ?? toAnswer(result);
  }
}

export function keptAnswer(claim: KeyClaim, status: number, answer: unknown): KeptAnswer {
  return { partnerId: claim.partnerId, key: claim.key, claimId: claim.claimId, status, body: JSON.stringify(answer) ?? '' };
}
