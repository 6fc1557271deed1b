import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InboundStore } from './inbound-store.js';
import { replyPollDelays } from './reply-poll-delays.js';
import { DEFAULT_REPLY } from './replies.js';

/**
 * The reply to a repeated message. The process that got the message first may still be calling the partner; the default reply ends the wait.
 * Repetitions in this process wait together. A reply made in this process reaches them at once; for those of other processes the database is
 * polled at growing intervals.
 */
@Injectable()
export class PreviousReply {
  private readonly waits = new Map<string, { reply: Promise<string>; known: AbortController }>();

  constructor(private readonly store: InboundStore) {}

  of(messageId: string): Promise<string> {
    const begun = this.waits.get(messageId);
    if (begun) return begun.reply;
    const known = new AbortController();
    const reply = this.wait(messageId, known.signal).finally(() => this.waits.delete(messageId));
    this.waits.set(messageId, { reply, known });
    return reply;
  }

  /** Called once the reply is in the database. */
  isKnown(messageId: string): void {
    this.waits.get(messageId)?.known.abort();
  }

  private async wait(messageId: string, known: AbortSignal): Promise<string> {
    for (const pauseMs of replyPollDelays()) {
      const reply = await this.store.reply(messageId);
      if (reply !== null) return reply;
      await setTimeout(pauseMs, undefined, { signal: known }).catch(() => undefined); // aborted: it is known
    }
    return this.store.answer(messageId, DEFAULT_REPLY);
  }
}
