import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import { runNamed } from '../../../../runtime/database/named-query.js';
import { MARK_SIZE, type SpriteLayout, spriteLayoutOf, spriteOf, type StoredMark } from './mark-sprite.js';

const READ_MARKS = { name: 'payment_channel_marks', text: 'SELECT channel, theme, hash FROM payment_channel_mark' };
const READ_DRAWINGS = { name: 'payment_channel_mark_drawings', text: 'SELECT channel, theme, hash, svg FROM payment_channel_mark' };

type StoredDrawing = StoredMark & { svg: string };

/** Reads the marks that staff imported to replace the neutral drawings. */
@Injectable()
export class ChannelMarksQuery {
  /** The sprite that was built last. */
  private sprite: { hash: string; content: Buffer } | null = null;

  constructor(private readonly dataSource: DataSource) {}

  async all(): Promise<StoredMark[]> {
    // After a rollback to an earlier version, the table may contain channels that this version does not know.
    return (await runNamed<StoredMark & Record<string, unknown>>(this.dataSource, READ_MARKS, [])).filter(({ channel }) =>
      isChannelId(channel),
    );
  }

  /** @returns the layout of the sprite. null when there are no marks. */
  async layout(): Promise<SpriteLayout | null> {
    return spriteLayoutOf(await this.all());
  }

  /** @returns the sprite with this hash. null when the marks have changed since. */
  async findSprite(hash: string): Promise<Buffer | null> {
    if (this.sprite?.hash === hash) return this.sprite.content;
    const marks = await this.readDrawings();
    if (spriteLayoutOf(marks)?.hash !== hash) return null;
    const content = Buffer.from(spriteOf(marks));
    this.sprite = { hash, content };
    return content;
  }

  /** @returns the mark of a channel for light backgrounds, as an SVG file. null when the channel has none. */
  async fileOf(channel: string): Promise<Buffer | null> {
    const mark = (await this.readDrawings()).find((candidate) => candidate.channel === channel && candidate.theme === 'light');
    const sizeAttributes = `xmlns="http://www.w3.org/2000/svg" width="${MARK_SIZE.width}" height="${MARK_SIZE.height}"`;
    return mark ? Buffer.from(mark.svg.replace('<svg', `<svg ${sizeAttributes}`)) : null;
  }

  private async readDrawings(): Promise<StoredDrawing[]> {
    return (await runNamed<StoredDrawing & Record<string, unknown>>(this.dataSource, READ_DRAWINGS, [])).filter(({ channel }) =>
      isChannelId(channel),
    );
  }
}
