import { describe, expect, it } from '@jest/globals';
import { CHANNEL_ICONS, drawingOf, iconOf } from '../../src/connectors/acquirers/catalogue/channel-icon.js';
import { CHANNEL_IDS } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const FOLDER = 'src/connectors/acquirers/catalogue/public';
const MAX_BYTES = 3 * 1024;
/** Seen on white and on black: a file of its own takes no colour from the page around it. */
const GREY = '#6b7280';
const drawings = CHANNEL_ICONS.map(drawingOf);

describe('the neutral drawings of methods', () => {
  it('are few, small enough to stand in a page, and all different', () => {
    expect(Buffer.byteLength(drawings.join(''))).toBeLessThanOrEqual(MAX_BYTES);
    expect(new Set(drawings).size).toBe(CHANNEL_ICONS.length);
  });

  it('have no colour of their own, so that none looks like somebody’s mark', () => {
    for (const drawing of drawings) {
      const colours = [...drawing.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
      expect(new Set(colours)).toEqual(new Set(['none', 'currentColor']));
    }
  });

  it('are one for all methods of a kind', () => {
    expect(new Set(CHANNEL_IDS.map(iconOf))).toEqual(new Set(CHANNEL_ICONS));
    expect([iconOf('mbank'), iconOf('google-pay'), iconOf('pix')]).toEqual([iconOf('ing'), iconOf('paypal'), 'qr']);
  });

  it('load nothing and run nothing', () => expect(drawings.join()).not.toMatch(/href|url\(|script|style|on\w+=/));

  /** A partner's `img` is a file of its own; `npm run docs` writes it. */
  it.each(CHANNEL_IDS)('%s has a file of its own with the drawing of its kind', (id) => {
    const drawing = drawingOf(iconOf(id));
    checkGeneratedFile(
      `${FOLDER}/channel-${id}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32" width="48" height="32">${drawing.replaceAll('currentColor', GREY)}</svg>\n`,
    );
  });
});
