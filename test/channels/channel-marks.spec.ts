import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CHANNEL_IDS } from '../../src/connectors/channels/catalogue/channel-ids.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const FOLDER = 'src/connectors/channels/catalogue/public';
const SPRITE_MOST_BYTES = 12 * 1024;
const sprite = readFileSync(join(import.meta.dirname, '../..', FOLDER, 'channels.svg'), 'utf8');
const marks = new Map(
  [...sprite.matchAll(/<symbol id="([^"]+)" viewBox="([^"]+)">(.+)<\/symbol>/g)].map(([, id = '', box = '', drawing = '']) => [
    id,
    { box, drawing },
  ]),
);

describe('the channels’ marks', () => {
  it('are one sprite that is small enough for a first load', () => {
    expect(Buffer.byteLength(sprite)).toBeLessThanOrEqual(SPRITE_MOST_BYTES);
    expect([...marks.keys()]).toEqual([...CHANNEL_IDS]);
  });

  it('all look different', () => expect(new Set([...marks.values()].map(({ drawing }) => drawing)).size).toBe(CHANNEL_IDS.length));

  it('load nothing and run nothing', () => expect(sprite).not.toMatch(/href|url\(|script|style|on\w+=/));

  /** A partner's `img` is a file of its own; `npm run docs` cuts it from the sprite. */
  it.each(CHANNEL_IDS)('%s has a file of its own with the same drawing', (id) => {
    const { box, drawing } = marks.get(id) ?? { box: '', drawing: '' };
    const [, , width, height] = box.split(' ');
    checkGeneratedFile(
      `${FOLDER}/channel-${id}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" width="${width}" height="${height}">${drawing}</svg>\n`,
    );
  });
});
