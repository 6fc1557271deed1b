import { describe, expect, it } from '@jest/globals';
import { CHANNEL_ICONS, drawingOf, iconOf } from '../../src/connectors/acquirers/catalogue/channel-icon.js';
import { CHANNEL_IDS } from '../../src/connectors/acquirers/catalogue/channel-ids.js';
import { checkGeneratedFile } from '../support/generated-docs.js';

const FOLDER = 'src/connectors/acquirers/catalogue/public';
const MAX_BYTES = 3 * 1024;
/** Visible on white and on black, because an image file does not inherit a colour from the page. */
const GREY = '#6b7280';
const drawings = CHANNEL_ICONS.map(drawingOf);

describe('the neutral icons of channels', () => {
  it('are all different, and together small enough to be inlined in a page', () => {
    expect(Buffer.byteLength(drawings.join(''))).toBeLessThanOrEqual(MAX_BYTES);
    expect(new Set(drawings).size).toBe(CHANNEL_ICONS.length);
  });

  it('have no colour of their own, so that they do not imitate a trademark', () => {
    for (const drawing of drawings) {
      const colours = [...drawing.matchAll(/(?:fill|stroke)="([^"]+)"/g)].map(([, colour]) => colour);
      expect(new Set(colours)).toEqual(new Set(['none', 'currentColor']));
    }
  });

  it('are shared by all channels of a type', () => {
    expect(new Set(CHANNEL_IDS.map(iconOf))).toEqual(new Set(CHANNEL_ICONS));
    expect([iconOf('mbank'), iconOf('google-pay'), iconOf('pix')]).toEqual([iconOf('ing'), iconOf('paypal'), 'qr']);
  });

  it('contain no links, styles or scripts', () => expect(drawings.join()).not.toMatch(/href|url\(|script|style|on\w+=/));

  /** Partners' pages load the file in an `img` element. `npm run docs` writes the files. */
  it.each(CHANNEL_IDS)('exist for %s as a file with the drawing of its type', (id) => {
    const drawing = drawingOf(iconOf(id));
    checkGeneratedFile(
      `${FOLDER}/channel-${id}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 32" width="48" height="32">${drawing.replaceAll('currentColor', GREY)}</svg>\n`,
    );
  });
});
