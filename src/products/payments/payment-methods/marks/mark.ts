import { createHash } from 'node:crypto';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { svgProblem } from '../../../../platform/partners/brand/svg-problem.js';

export type MarkTheme = 'light' | 'dark';

/** Maximum size of the stored drawing. A constraint of the table has the same limit. */
const MAX_MARK_BYTES = 16 * 1024;

/** Elements that describe a mark and are not drawn. */
const UNDRAWN_ELEMENTS = ['title', 'desc'];
/** Elements that keep their end tag when they are empty. Other empty elements become self-closing. */
const CONTAINERS = ['svg', 'g', 'defs', 'text', 'tspan'];
/** Attributes that are dropped, because the drawing gets its position and size where it is shown. */
const DROPPED_ATTRIBUTES = ['xmlns', 'xmlns:xlink', 'version', 'x', 'y', 'width', 'height', 'role', 'aria-label', 'id'];
const XML_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A drawing without external parts and without elements that are not drawn. */
export interface Mark {
  svg: string;
  /** SHA-256 of the drawing in hex. */
  hash: string;
}

/**
 * Reads an SVG file as a mark.
 * @param idPrefix prefix of the ids in the file. It differs for each mark, so that one sprite can hold several marks.
 * @throws MarkError when the file is not a plain drawing, is too large, or has no size.
 */
export function readMark(content: Buffer, idPrefix: string): Mark {
  const problem = svgProblem(content);
  if (problem) throw new MarkError(problem);
  const svg = serializeDrawing(content.toString('utf8').replace(/^\ufeff/, ''), idPrefix);
  if (Buffer.byteLength(svg) > MAX_MARK_BYTES)
    throw new MarkError(`The drawing has ${Buffer.byteLength(svg)} bytes, and at most ${MAX_MARK_BYTES} are allowed. Simplify its paths.`);
  return { svg, hash: createHash('sha256').update(svg).digest('hex') };
}

/** Why a file cannot be a mark, as a sentence for staff. */
export class MarkError extends Error {}

/** The drawing as one element `<svg viewBox="…">`, with prefixed ids. */
function serializeDrawing(text: string, idPrefix: string): string {
  const parts: string[] = [];
  const parser = new SaxesParser();
  // hiddenDepth: depth of the element that is left out with all its content. Infinity outside of such an element.
  let [depth, hiddenDepth] = [0, Infinity];
  const isDrawn = (): boolean => depth < hiddenDepth;
  parser.on('opentag', (tag) => {
    if (isDrawn() && UNDRAWN_ELEMENTS.includes(tag.name)) hiddenDepth = depth;
    if (isDrawn()) parts.push(depth === 0 ? rootTag(tag, idPrefix) : `<${tag.name}${attributesOf(tag.attributes, idPrefix)}>`);
    depth += 1;
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    if (isDrawn()) closeElement(parts, tag.name);
    if (depth === hiddenDepth) hiddenDepth = Infinity;
  });
  parser.on('text', (content) => {
    if (depth > 0 && isDrawn() && content.trim() !== '') parts.push(escape(content));
  });
  parser.write(text).close();
  return parts.join('');
}

function closeElement(parts: string[], name: string): void {
  const last = parts.at(-1) ?? '';
  const isEmpty = last.startsWith('<') && !last.startsWith('</') && !last.endsWith('/>');
  if (isEmpty && !CONTAINERS.includes(name)) parts.splice(-1, 1, last.replace(/>$/, '/>'));
  else parts.push(`</${name}>`);
}

function rootTag({ attributes }: SaxesTagPlain, idPrefix: string): string {
  const viewBox = attributes['viewBox'] ?? viewBoxFromSize(attributes);
  const others = Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== 'viewBox' && !DROPPED_ATTRIBUTES.includes(key)));
  return `<svg viewBox="${escape(viewBox)}"${attributesOf(others, idPrefix)}>`;
}

function viewBoxFromSize({ width = '', height = '' }: Readonly<Record<string, string>>): string {
  const [widthPx, heightPx] = [width, height].map((side) => Number(/^([\d.]+)(px)?$/.exec(side)?.[1] ?? 0));
  if (!widthPx || !heightPx) throw new MarkError('The SVG has neither a viewBox nor a width and a height in pixels.');
  return `0 0 ${widthPx} ${heightPx}`;
}

function attributesOf(attributes: Readonly<Record<string, string>>, idPrefix: string): string {
  return Object.entries(attributes)
    .map(([key, value]) => ` ${key.replace('xlink:', '')}="${escape(prefixIds(key, value, idPrefix))}"`)
    .join('');
}

/** Prefixes an id, or a reference to an id in `href` or `url(…)`. */
function prefixIds(key: string, value: string, idPrefix: string): string {
  if (key === 'id') return `${idPrefix}-${value}`;
  if (/href$/.test(key)) return value.replace('#', `#${idPrefix}-`);
  return value.replace(/url\(\s*["']?#([\w.:-]+)["']?\s*\)/g, `url(#${idPrefix}-$1)`);
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => XML_ESCAPES[character] ?? '');
}
