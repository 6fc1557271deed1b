import { type ChannelIcon, drawingOf, iconOf } from '../../../connectors/acquirers/catalogue/channel-icon.js';
import type { ChannelId } from '../../../connectors/acquirers/catalogue/channel-ids.js';
import type { ChannelMarksQuery } from '../../../products/payments/payment-methods/marks/channel-marks.query.js';
import { MARK_SIZE, type SpriteLayout } from '../../../products/payments/payment-methods/marks/mark-sprite.js';

/** The picture beside a method's name: the method's mark in the sprite, or a neutral drawing of the kind of method. */
export type MethodMark =
  { icon: ChannelIcon; drawing: string } | { icon: null; file: string; width: number; height: number; themes: readonly MarkOfTheme[] };

interface MarkOfTheme {
  /** The backgrounds for which the mark was drawn. A mark without a dark variant is shown on a light background. */
  name: 'light' | 'dark' | 'both';
  viewBox: string;
}

/**
 * @param id null for a bank without a channel of its own
 * @param sprite null when no marks are installed
 */
export function methodMark(id: ChannelId | null, sprite: SpriteLayout | null): MethodMark {
  const row = id === null ? undefined : sprite?.rows.get(id);
  if (!sprite || !row) return neutralMark(id ? iconOf(id) : 'bank');
  const { hash, width, height } = sprite;
  const viewBoxAt = (x: number): string => `${x} ${row.y} ${MARK_SIZE.width} ${MARK_SIZE.height}`;
  const themes: MarkOfTheme[] = row.hasDark
    ? [
        { name: 'light', viewBox: viewBoxAt(0) },
        { name: 'dark', viewBox: viewBoxAt(MARK_SIZE.width) },
      ]
    : [{ name: 'both', viewBox: viewBoxAt(0) }];
  return { icon: null, file: `marks.${hash}.svg`, width, height, themes };
}

const neutralMark = (icon: ChannelIcon): MethodMark => ({ icon, drawing: drawingOf(icon) });

/**
 * Reads the sprite of the pages, or a single mark. The name of a sprite contains its hash, so the content under this name never changes.
 * Names of single marks have no hash, because partners may store their URLs.
 */
export async function findMarkImage(file: string, marks: ChannelMarksQuery): Promise<{ svg: Buffer; isLasting: boolean } | null> {
  const [, hash] = /^marks\.([0-9a-f]{12})\.svg$/.exec(file) ?? [];
  if (hash) return withLifetime(await marks.findSprite(hash), true);
  const [, channel] = /^channel-([\w-]+)\.svg$/.exec(file) ?? [];
  return channel ? withLifetime(await marks.fileOf(channel), false) : null;
}

const withLifetime = (svg: Buffer | null, isLasting: boolean) => svg && { svg, isLasting };
