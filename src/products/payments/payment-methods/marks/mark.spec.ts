import { describe, expect, it } from '@jest/globals';
import { svgProblem } from '../../../../platform/partners/brand/svg-problem.js';
import { readMark } from './mark.js';
import { spriteLayoutOf, spriteOf, type StoredMark } from './mark-sprite.js';

const svg = (content: string, root = 'viewBox="0 0 90 60"'): Buffer =>
  Buffer.from(`<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`);
const storedMark = (channel: StoredMark['channel'], theme: StoredMark['theme'], content: Buffer) => ({
  channel,
  theme,
  ...readMark(content, `${channel}-${theme}`),
});

describe('a mark', () => {
  it('keeps its drawing and nothing else', () => {
    const { svg: drawing } = readMark(
      svg(
        '<title>A &amp; B</title><desc>x</desc>\n  <g fill="#f00"><path d="M0 0h9"/></g><text x="1">a &lt; b</text>',
        'viewBox="0 0 90 60" width="90" height="60" fill="none"',
      ),
      'blik',
    );
    expect(drawing).toBe('<svg viewBox="0 0 90 60" fill="none"><g fill="#f00"><path d="M0 0h9"/></g><text x="1">a &lt; b</text></svg>');
  });

  it('keeps end tags of containers inside other elements', () => {
    const nested = '<mask id="m"><g><path d="M0 0"></path></g></mask><clipPath id="c"><text>a</text></clipPath><g></g><g mask="url(#m)"/>';
    expect(readMark(svg(nested), 'a').svg).toBe(
      '<svg viewBox="0 0 90 60"><mask id="a-m"><g><path d="M0 0"/></g></mask><clipPath id="a-c"><text>a</text></clipPath><g></g><g mask="url(#a-m)"></g></svg>',
    );
  });

  it('gets a viewBox from its size when it has none', () => {
    expect(readMark(svg('<path/>', 'width="90px" height="60"'), 'a').svg).toContain('viewBox="0 0 90 60"');
    for (const root of ['', 'width="100%" height="60"', 'width="0" height="0"'])
      expect(() => readMark(svg('<path/>', root), 'a')).toThrow('neither a viewBox');
  });

  it('prefixes the ids of its parts with its name, so that no two marks share an id', () => {
    const gradient = '<linearGradient id="a"><stop/></linearGradient><path id="b" fill="url(#a)"/><use href="#b"/>';
    expect(readMark(svg(gradient), 'mbank').svg).toBe(
      '<svg viewBox="0 0 90 60"><linearGradient id="mbank-a"><stop/></linearGradient><path id="mbank-b" fill="url(#mbank-a)"/><use href="#mbank-b"/></svg>',
    );
  });

  it.each([
    ['a script', '<script>1</script>', '<script>'],
    ['an external picture', '<image href="https://x.example/a.png"/>', '<image>'],
    ['a handler', '<path onclick="1"/>', 'onclick'],
    ['a style', '<path style="fill:red"/>', 'style'],
    ['more bytes than allowed', `<path d="${'M0 0h9'.repeat(3_000)}"/>`, 'at most 16384'],
  ])('is rejected with %s', (_, content, message) => expect(() => readMark(svg(content), 'a')).toThrow(message));
});

describe('the sprite of all marks', () => {
  const marks = [
    storedMark('mbank', 'light', svg('<linearGradient id="a"><stop/></linearGradient><path fill="url(#a)"/>')),
    storedMark('mbank', 'dark', svg('<path fill="#fff"/>')),
    storedMark('blik', 'light', svg('<linearGradient id="a"><stop/></linearGradient><path fill="url(#a)"/>')),
  ];

  it('has a row for each channel, with the dark marks on the right', () => {
    const layout = spriteLayoutOf(marks);
    expect(layout).toMatchObject({ width: 96, height: 64, hash: expect.stringMatching(/^[0-9a-f]{12}$/) });
    expect([...(layout?.rows ?? [])]).toEqual([
      ['blik', { y: 0, hasDark: false }],
      ['mbank', { y: 32, hasDark: true }],
    ]);
    const sprite = spriteOf(marks);
    expect(sprite).toContain('<svg x="48" y="32" width="48" height="32" viewBox="0 0 90 60"><path fill="#fff"/></svg>');
    // Apart from its nested svg elements, the sprite follows the same rules as a mark.
    const [outer = ''] = /^<svg[^>]*>/.exec(sprite) ?? [];
    const flat = sprite
      .slice(outer.length, -'</svg>'.length)
      .replaceAll(/<svg[^>]*>/g, '<g>')
      .replaceAll('</svg>', '</g>');
    expect(svgProblem(Buffer.from(`${outer}${flat}</svg>`))).toBeNull();
  });

  it('has another hash when a mark changes, but not when the order changes', () => {
    expect(spriteLayoutOf([...marks].reverse())?.hash).toBe(spriteLayoutOf(marks)?.hash);
    expect(spriteLayoutOf(marks.slice(1))?.hash).not.toBe(spriteLayoutOf(marks)?.hash);
    expect(spriteLayoutOf([])).toBeNull();
  });
});
