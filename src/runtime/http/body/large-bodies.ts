import type { IncomingMessage, ServerResponse } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { DomainError } from '../../../common/errors/domain-error.js';

const MAX_AT_ONCE = 4;
const MAX_WAITING = 20;

/** The requests of one partner that have a large body: the one that is processed, and those that wait. */
interface Queue {
  readonly inOrder: LimitFunction;
  length: number;
}

/**
 * Limits the memory for large bodies, which take many times their size until the response is sent. A process handles four of them at once, and
 * those of one partner one after the other, so that a partner with many of them does not delay another one.
 */
export class LargeBodies {
  private readonly atOnce = pLimit(MAX_AT_ONCE);
  private readonly queues = new Map<string, Queue>();

  /**
   * Waits until it is the turn of a request. Its turn lasts until the response is sent or the client has closed the connection.
   * @throws DomainError TOO_MANY_REQUESTS when 20 requests of the partner wait.
   */
  async waitForTurn(partnerId: string, response: ServerResponse<IncomingMessage>): Promise<void> {
    const queue = this.queues.get(partnerId) ?? { inOrder: pLimit(1), length: 0 };
    if (queue.length > MAX_WAITING)
      throw new DomainError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: 1,
        hint: `Large bodies of a partner are handled one after the other, and ${MAX_WAITING} are waiting. Send fewer of them at once.`,
      });
    queue.length += 1;
    this.queues.set(partnerId, queue);
    await new Promise<void>((begin) => {
      const turn = async (): Promise<void> => {
        begin();
        await ended(response);
        queue.length -= 1;
        if (queue.length === 0) this.queues.delete(partnerId);
      };
      void queue.inOrder(() => this.atOnce(turn));
    });
  }
}

/** A response that waits behind another one on its connection gets no event when the connection is closed, so the connection counts, too. */
function ended(response: ServerResponse<IncomingMessage>): Promise<void> {
  const { socket } = response.req;
  return new Promise((resolve) => {
    if (response.closed || socket.destroyed) return resolve();
    const end = (): void => {
      for (const emitter of [response, socket]) emitter.off('close', end);
      resolve();
    };
    for (const emitter of [response, socket]) emitter.on('close', end);
  });
}
