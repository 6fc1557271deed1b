import { createHash } from 'node:crypto';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { svgProblem } from '../../../platform/partners/brand/svg-problem.js';

export type MarkTheme = 'light' | 'dark';

/** Maximum size of the stored drawing. A constraint of the table has the same limit. */
const MAX_MARK_BYTES = 16 * 1024;

/** Elements that describe a mark and are not drawn. */
const NOT_DRAWN = ['title', 'desc'];
/** Attributes that are dropped, because the drawing gets its position and size where it is shown. */
const OF_THE_FILE = ['xmlns', 'xmlns:xlink', 'version', 'x', 'y', 'width', 'height', 'role', 'aria-label', 'id'];
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A drawing without external parts and without elements that are not drawn. */
export interface Mark {
  svg: string;
  /** SHA-256 of the drawing in hex. */
  hash: string;
}

/**
 * Reads an SVG file as a mark.
 * @param name prefix of the ids in the file. It differs for each mark, so that one sprite can hold several marks.
 * @throws MarkError when the file is not a plain drawing, is too large, or has no size.
 */
export function readMark(content: Buffer, name: string): Mark {
  const problem = svgProblem(content);
  if (problem) throw new MarkError(problem);
  const svg = redraw(content.toString('utf8').replace(/^\ufeff/, ''), name);
  if (Buffer.byteLength(svg) > MAX_MARK_BYTES)
    throw new MarkError(`The drawing has ${Buffer.byteLength(svg)} bytes, and at most ${MAX_MARK_BYTES} are allowed. Simplify its paths.`);
  return { svg, hash: createHash('sha256').update(svg).digest('hex') };
}

/** Why a file cannot be a mark, as a sentence for staff. */
export class MarkError extends Error {}

/** The drawing as one element `<svg viewBox="…">`, with ids prefixed by `name`. */
function redraw(text: string, name: string): string {
  const parts: string[] = [];
  const parser = new SaxesParser();
  let [depth, hiddenFrom] = [0, Infinity];
  const isDrawn = (): boolean => depth < hiddenFrom;
  parser.on('opentag', (tag) => {
    if (isDrawn() && NOT_DRAWN.includes(tag.name)) hiddenFrom = depth;
    if (isDrawn()) parts.push(depth === 0 ? rootTag(tag, name) : `<${tag.name}${attributesOf(tag.attributes, name)}>`);
    depth += 1;
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    if (isDrawn()) parts.push(`</${tag.name}>`);
    if (depth === hiddenFrom) hiddenFrom = Infinity;
  });
  parser.on('text', (inner) => {
    if (depth > 0 && isDrawn()) parts.push(inner.trim() === '' ? '' : escape(inner));
  });
  parser.write(text).close();
  return parts.join('').replace(/><\/(?!svg|g|defs|text|tspan)[\w]+>/g, '/>');
}

function rootTag({ attributes }: SaxesTagPlain, name: string): string {
  const viewBox = attributes['viewBox'] ?? sizeAsBox(attributes);
  const others = Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== 'viewBox' && !OF_THE_FILE.includes(key)));
  return `<svg viewBox="${escape(viewBox)}"${attributesOf(others, name)}>`;
}

function sizeAsBox({ width = '', height = '' }: Readonly<Record<string, string>>): string {
  const [across, down] = [width, height].map((side) => Number(/^([\d.]+)(px)?$/.exec(side)?.[1] ?? 0));
  if (!across || !down) throw new MarkError('The SVG has neither a viewBox nor a width and a height in pixels.');
  return `0 0 ${across} ${down}`;
}

function attributesOf(attributes: Readonly<Record<string, string>>, name: string): string {
  return Object.entries(attributes)
    .map(([key, value]) => ` ${key.replace('xlink:', '')}="${escape(named(key, value, name))}"`)
    .join('');
}

function named(key: string, value: string, name: string): string {
  if (key === 'id') return `${name}-${value}`;
  if (/href$/.test(key)) return value.replace('#', `#${name}-`);
  return value.replace(/url\(\s*["']?#([\w.:-]+)["']?\s*\)/g, `url(#${name}-$1)`);
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPED[character] ?? '');
}
