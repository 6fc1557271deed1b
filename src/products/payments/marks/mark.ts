import { createHash } from 'node:crypto';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { svgProblem } from '../../../platform/partners/brand/svg-problem.js';

export type MarkTheme = 'light' | 'dark';

/** As it is stored; the table's limit stands behind it. */
const MAX_MARK_BYTES = 16 * 1024;

/** Said about a mark and not drawn. */
const NOT_DRAWN = ['title', 'desc'];
/** The drawing gets its place and size where it is shown. */
const OF_THE_FILE = ['xmlns', 'xmlns:xlink', 'version', 'x', 'y', 'width', 'height', 'role', 'aria-label', 'id'];
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A drawing that only shows itself, without what is not drawn. */
export interface Mark {
  svg: string;
  /** SHA-256 of it in hex. */
  hash: string;
}

/**
 * @param name of the file's parts, different for each mark, so that several can stand in one drawing
 * @throws MarkError when the file is more than a drawing, or has no size
 */
export function readMark(content: Buffer, name: string): Mark {
  const problem = svgProblem(content);
  if (problem) throw new MarkError(problem);
  const svg = redrawn(content.toString('utf8').replace(/^\ufeff/, ''), name);
  if (Buffer.byteLength(svg) > MAX_MARK_BYTES)
    throw new MarkError(`The drawing has ${Buffer.byteLength(svg)} bytes; at most ${MAX_MARK_BYTES} are taken. Simplify its paths.`);
  return { svg, hash: createHash('sha256').update(svg).digest('hex') };
}

/** Why a file cannot be a mark; a sentence for the user. */
export class MarkError extends Error {}

/** The same drawing as one element `<svg viewBox="…">`, its parts named after `name`. */
function redrawn(text: string, name: string): string {
  const parts: string[] = [];
  const parser = new SaxesParser();
  let [depth, silentFrom] = [0, Infinity];
  const isDrawn = (): boolean => depth < silentFrom;
  parser.on('opentag', (tag) => {
    if (isDrawn() && NOT_DRAWN.includes(tag.name)) silentFrom = depth;
    if (isDrawn()) parts.push(depth === 0 ? rootTag(tag, name) : `<${tag.name}${attributesOf(tag.attributes, name)}>`);
    depth += 1;
  });
  parser.on('closetag', (tag) => {
    depth -= 1;
    if (isDrawn()) parts.push(`</${tag.name}>`);
    if (depth === silentFrom) silentFrom = Infinity;
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
