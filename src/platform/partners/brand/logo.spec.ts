import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { readLogo } from './logo.js';

const svg = (content: string, root = ''): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`);

describe('an SVG as a logo', () => {
  it.each([
    ['a drawing', svg('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><path fill="url(#a)" d="M0 0h9"/>')],
    ['parts used twice', svg('<g id="a"><path d="M0 0"/></g><use href="#a"/>')],
    [
      'a part with a gradient that takes its colours from another, used and clipped',
      svg(
        '<linearGradient id="b"><stop/></linearGradient><linearGradient id="c" xlink:href="#b"/><g id="a"><path fill="url(#c)"/></g><clipPath id="d"><rect/></clipPath><use xlink:href="#a" clip-path="url(#d)"/>',
        'xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" version="1.1"',
      ),
    ],
    ['a declaration and a comment before it', Buffer.from(`<?xml version="1.0"?>\n<!-- made by hand -->\n${svg('<path/>').toString()}`)],
  ])('may be %s', (_, content) => expect(readLogo(content)).toMatchObject({ type: 'svg', content }));

  it.each([
    ['a script', svg('<script>1</script>'), '<script>'],
    ['foreign markup', svg('<foreignObject><p/></foreignObject>'), '<foreignObject>'],
    ['a style sheet', svg('<style>@import "x"</style>'), '<style>'],
    ['an animation', svg('<animate attributeName="href" to="javascript:1"/>'), '<animate>'],
    ['a link', svg('<a href="https://x.example"><path/></a>'), '<a>'],
    ['an embedded picture', svg('<image href="data:image/png;base64,AA"/>'), '<image>'],
    ['a handler', svg('<path onclick="1"/>'), 'onclick'],
    ['a handler on its root', svg('', 'onload="1"'), 'onload'],
    [
      'a part of another document',
      svg('<use xlink:href="https://x.example/a.svg#b" xmlns:xlink="http://www.w3.org/1999/xlink"/>'),
      'its own parts',
    ],
    ['a fill from another document', svg('<path fill="url( https://x.example/a )"/>'), 'refers to another resource'],
    ['a style that loads another document', svg('<path style="fill:url(//x.example/a)"/>'), 'attribute style'],
    ['a fill with a disguised url', svg('<path fill="u\\72l(\\2f\\2fx.example/a)"/>'), 'refers to another resource'],
    [
      'a part that is used by a part that is used',
      svg('<path id="a"/><g id="b"><use href="#a"/></g><use href="#b"/>'),
      'refers to another part',
    ],
    ['a reference with an encoded id', svg('<path id="a"/><g id="b"><use href="#%61"/></g><use href="#b"/>'), 'its own parts'],
    ['an id twice', svg('<g id="a"><use href="#b"/></g><linearGradient id="a"/><path id="b"/><use href="#a"/>'), 'two parts'],
    ['a part that uses itself', svg('<g id="a"><use href="#a"/></g>'), 'refers to another part'],
    [
      'a mask that is masked',
      svg('<mask id="a"><rect mask="url(#b)"/></mask><mask id="b"><rect/></mask><path mask="url(#a)"/>'),
      'refers to another part',
    ],
    ['too many uses', svg(`<path id="a"/>${'<use href="#a"/>'.repeat(21)}`), 'At most 20'],
    ['a drawing within', svg('<svg><path/></svg>'), '<svg>'],
    ['an attribute that draws nothing', svg('<path data-name="Layer 1"/>'), 'data-name'],
    ['a class', svg('<path class="a"/>'), 'class'],
    ['another namespace', svg('<path/>', 'xmlns:x="http://www.w3.org/1999/xhtml"'), 'xmlns:x'],
    ['a namespace that is not its own', Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml"><path/></svg>'), 'xmlns'],
    ['a reference under another prefix', svg('<use l:href="#a" xmlns:l="http://www.w3.org/1999/xlink"/>'), 'l:href'],
    ['an entity', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'), 'neither a PNG nor an SVG'],
    ['an entity after a comment', Buffer.from('<!-- --><!DOCTYPE svg><svg/>'), 'neither a PNG nor an SVG'],
    ['a style sheet instruction', svg('<?xml-stylesheet href="x"?>'), '<?xml-stylesheet?>'],
    ['an unfinished document', Buffer.from('<svg><path>'), 'cannot be read'],
    ['another namespace’s prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>'), '<x:script>'],
    ['bytes that are not text', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0x3e, 0xff]), 'neither a PNG nor an SVG'],
  ])('may not hold %s', (_, content, message) => expect(() => readLogo(content)).toThrow(message));
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const uint32Bytes = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return Buffer.concat([uint32Bytes(data.length), body, uint32Bytes(crc32(body))]);
}

function png(side = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(2))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a PNG as a logo', () => {
  it('is accepted unchanged', () => expect(readLogo(png())).toMatchObject({ type: 'png', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }));

  it.each([
    ['data after its end', Buffer.concat([png(), Buffer.from('<script>')]), 'follows the end'],
    ['a part missing', png().subarray(0, -6), 'not complete'],
    [
      'a chunk that is longer than the file',
      Buffer.concat([png().subarray(0, 33), Buffer.from('00ffffff49444154', 'hex')]),
      'not complete',
    ],
    ['a wrong checksum', Buffer.from(png().map((byte, index) => (index === 20 ? byte ^ 1 : byte))), 'damaged'],
    ['nothing but its signature', png().subarray(0, 8), 'not complete'],
    ['too many pixels', png(4096), '4096'],
  ])('may not have %s', (_, content, message) => expect(() => readLogo(content)).toThrow(message));
});
