import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InboundStore } from './inbound-store.js';
import { replyPollDelays } from './reply-poll-delays.js';
import { DEFAULT_REPLY } from './replies.js';

/**
 * Waits for the reply to a repeated message. The process that received the message first may still be calling the partner. When the wait is over,
 * the default reply becomes the reply. Repetitions in one process share one wait, which a reply from the same process ends at once. For a reply
 * from another process, the wait polls the database at growing intervals.
 */
@Injectable()
export class PreviousReply {
  private readonly waits = new Map<string, { reply: Promise<string>; known: AbortController }>();

  constructor(private readonly store: InboundStore) {}

  of(messageId: string): Promise<string> {
    const existing = this.waits.get(messageId);
    if (existing) return existing.reply;
    const known = new AbortController();
    const reply = this.wait(messageId, known.signal).finally(() => this.waits.delete(messageId));
    this.waits.set(messageId, { reply, known });
    return reply;
  }

  /** Must be called after the reply is stored: it ends the wait of repetitions in this process. */
  isKnown(messageId: string): void {
    this.waits.get(messageId)?.known.abort();
  }

  private async wait(messageId: string, known: AbortSignal): Promise<string> {
    for (const pauseMs of replyPollDelays()) {
      const reply = await this.store.reply(messageId);
      if (reply !== null) return reply;
      await setTimeout(pauseMs, undefined, { signal: known }).catch(() => undefined); // an abort means that the reply is stored
    }
    return this.store.answer(messageId, DEFAULT_REPLY);
  }
}
