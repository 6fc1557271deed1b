import { setTimeout } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InboundStore } from './inbound-store.js';
import { replyPollDelays } from './reply-poll-delays.js';
import { DEFAULT_REPLY } from './replies.js';

/**
 * Waits for the reply to a repeated message, because the process that received the message first may still be calling the partner. When the
 * wait is over, the default reply becomes the reply. Repetitions in one process share one wait. The wait ends immediately when this process
 * stores the reply. In case another process stores the reply, the wait also polls the database at growing intervals.
 */
@Injectable()
export class PreviousReply {
  private readonly waits = new Map<string, { reply: Promise<string>; replyStored: AbortController }>();

  constructor(private readonly store: InboundStore) {}

  waitFor(messageId: string): Promise<string> {
    const existing = this.waits.get(messageId);
    if (existing) return existing.reply;
    const replyStored = new AbortController();
    const reply = this.wait(messageId, replyStored.signal).finally(() => this.waits.delete(messageId));
    this.waits.set(messageId, { reply, replyStored });
    return reply;
  }

  /** Ends the wait of repetitions in this process. Must be called after the reply is stored. */
  endWait(messageId: string): void {
    this.waits.get(messageId)?.replyStored.abort();
  }

  private async wait(messageId: string, replyStored: AbortSignal): Promise<string> {
    for (const delayMs of replyPollDelays()) {
      const reply = await this.store.findReply(messageId);
      if (reply !== null) return reply;
      await setTimeout(delayMs, undefined, { signal: replyStored }).catch(() => undefined); // an abort means that the reply is stored
    }
    return this.store.storeReply(messageId, DEFAULT_REPLY);
  }
}
