import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { ChannelId } from '../../../../connectors/acquirers/catalogue/channel-ids.js';
import type { MarkTheme } from './mark.js';

/** Size of one mark in pixels, in the sprite and on pages. */
export const MARK_SIZE = { width: 48, height: 32 };
/** Maximum size when compressed, so that a page with everything that it loads stays below 30 KB. */
export const MAX_SPRITE_BYTES = 12 * 1024;

/** Hexadecimal digits of the hash in the sprite's URL. */
const HASH_DIGITS = 12;

export interface StoredMark {
  channel: ChannelId;
  theme: MarkTheme;
  /** SHA-256 of the drawing in hex. */
  hash: string;
}

/** The layout of the sprite: one row for each channel, with the mark for dark backgrounds on the right. */
export interface SpriteLayout {
  /** Names the sprite. It changes whenever a mark changes. */
  hash: string;
  width: number;
  height: number;
  rows: ReadonlyMap<ChannelId, { y: number; hasDark: boolean }>;
}

/** @returns null when there are no marks. */
export function spriteLayoutOf(marks: readonly StoredMark[]): SpriteLayout | null {
  const channels = [...new Set(marks.map(({ channel }) => channel))].sort();
  if (channels.length === 0) return null;
  const darkChannels = new Set(marks.filter(({ theme }) => theme === 'dark').map(({ channel }) => channel));
  const markKeys = marks.map(({ channel, theme, hash }) => `${channel} ${theme} ${hash}`).sort();
  return {
    hash: createHash('sha256').update(markKeys.join('\n')).digest('hex').slice(0, HASH_DIGITS),
    width: MARK_SIZE.width * 2,
    height: MARK_SIZE.height * channels.length,
    rows: new Map(channels.map((channel, index) => [channel, { y: index * MARK_SIZE.height, hasDark: darkChannels.has(channel) }])),
  };
}

/** All marks in one picture, so that a page loads only one file. */
export function spriteOf(marks: readonly (StoredMark & { svg: string })[]): string {
  const layout = spriteLayoutOf(marks);
  const drawings = marks.map(({ channel, theme, svg }) => {
    const x = theme === 'dark' ? MARK_SIZE.width : 0;
    const positionAttributes = `x="${x}" y="${layout?.rows.get(channel)?.y}" width="${MARK_SIZE.width}" height="${MARK_SIZE.height}"`;
    return svg.replace('<svg', `<svg ${positionAttributes}`);
  });
  const { width, height } = layout ?? { width: 0, height: 0 };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawings.join('\n')}</svg>`;
}

/** The compressed size, which browsers load. */
export function compressedSize(sprite: string): number {
  return gzipSync(sprite).length;
}
