import { SaxesParser, type SaxesTagPlain } from 'saxes';

const ELEMENTS = new Set(
  'svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask symbol use title desc text tspan'.split(
    ' ',
  ),
);
/** What an attribute may point at: a part of the drawing itself. */
const POINTS_ELSEWHERE = /url\(\s*["']?(?!["']?#)|(?:javascript|data|https?):|\/\/|expression\(|@import/i;

/**
 * Why a file is no drawing that only shows itself; null when it is one. What is not known to be harmless is refused: no script, no
 * style sheet, no entity, nothing from elsewhere.
 */
export function svgProblem(content: Buffer): string | null {
  const text = content.toString('utf8');
  if (!text.isWellFormed() || text.includes('\ufffd') || !/^\ufeff?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/.test(text)) {
    return 'The file is neither a PNG nor an SVG.';
  }
  const problems: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', () => problems.push('The SVG cannot be read.'));
  parser.on('doctype', () => problems.push('The SVG has a DOCTYPE. Remove it.'));
  parser.on('processinginstruction', ({ target }) => problems.push(`The SVG has an instruction <?${target}?>. Remove it.`));
  parser.on('opentag', (tag) => problems.push(...tagProblems(tag)));
  parser.write(text).close();
  return problems[0] ?? null;
}

function tagProblems({ name, attributes }: SaxesTagPlain): string[] {
  if (!ELEMENTS.has(name)) return [`The SVG has an element <${name}>, which is not taken. Draw it with paths.`];
  return Object.entries(attributes).flatMap(([attribute, value]) => {
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) return [];
    const local = attribute.replace(/^.*:/, '').toLowerCase();
    if (local.startsWith('on')) return [`The SVG has an attribute ${attribute}, which is not taken.`];
    if (local === 'href' && !value.startsWith('#')) return [`The SVG points at ${value.slice(0, 60)}; it may only point at its own parts.`];
    return POINTS_ELSEWHERE.test(value) ? [`The SVG’s attribute ${attribute} points elsewhere; it may only point at its own parts.`] : [];
  });
}
