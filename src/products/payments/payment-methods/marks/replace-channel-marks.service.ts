import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SystemClock } from '../../../../common/time/clocks.js';
import { recordChange } from '../../../../platform/audit/audited.js';
import { ChannelMark } from './channel-mark.entity.js';
import { MarkError } from './mark.js';
import { MAX_SPRITE_BYTES, compressedSize, spriteOf, type StoredMark } from './mark-sprite.js';

/** Replaces all marks. An empty list removes them. */
@Injectable()
export class ReplaceChannelMarks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: SystemClock,
  ) {}

  /** @throws MarkError when the sprite of all marks is too large for a page. */
  async run(marks: readonly (StoredMark & { svg: string })[]): Promise<void> {
    const compressedBytes = compressedSize(spriteOf(marks));
    if (compressedBytes > MAX_SPRITE_BYTES)
      throw new MarkError(
        `The compressed sprite of all marks has ${compressedBytes} bytes, and at most ${MAX_SPRITE_BYTES} are allowed. Simplify the largest.`,
      );
    const importedAt = this.clock.now();
    await this.dataSource.transaction(async (tx) => {
      await tx.query('LOCK TABLE payment_channel_mark IN SHARE ROW EXCLUSIVE MODE');
      const before = await tx.find(ChannelMark, { select: { channel: true, theme: true, hash: true } });
      await tx.createQueryBuilder().delete().from(ChannelMark).execute();
      if (marks.length > 0)
        await tx.insert(
          ChannelMark,
          marks.map((mark) => ({ ...mark, importedAt })),
        );
      const change = { before: digestsOf(before), after: digestsOf(marks) };
      if (!isDeepStrictEqual(change.before, change.after))
        await recordChange(tx, { action: 'channels.marks', subject: 'channel_marks', id: 'all', ...change });
    });
  }
}

const digestsOf = (marks: readonly StoredMark[]): Record<string, string> =>
  Object.fromEntries(marks.map(({ channel, theme, hash }) => [`${channel}.${theme}`, hash]));
