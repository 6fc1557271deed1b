import { SaxesParser, type SaxesTagPlain } from 'saxes';

const splitWords = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const ALLOWED_ELEMENTS =
  splitWords(`svg g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop clipPath mask symbol use title desc text
  tspan`);

/** The allowed attributes: only geometry and painting. */
const ALLOWED_ATTRIBUTES = splitWords(`
  xmlns xmlns:xlink version id role aria-label xml:space viewBox preserveAspectRatio width height x y d cx cy r rx ry x1 y1 x2 y2 dx dy fx fy fr points
  pathLength offset transform gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits href xlink:href
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset
  opacity color stop-color stop-opacity clip-path clip-rule mask mask-type display visibility overflow vector-effect paint-order shape-rendering
  font-family font-size font-weight font-style text-anchor dominant-baseline letter-spacing textLength lengthAdjust text-rendering`);
const NAMESPACES: Readonly<Record<string, string>> = { xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' };

/** An attribute may only refer to parts of the drawing. A backslash is rejected, because it could disguise any other forbidden text. */
const EXTERNAL_REFERENCE = /url\((?!\s*(["']?)#[\w.:-]+\1\s*\))|(?:javascript|data|https?):|\/\/|expression\(|@import|\\/i;
const REFERENCED_ID = /url\(\s*["']?#([\w.:-]+)/gi;
const INTERNAL_REFERENCE = /^#[\w.:-]+$/;

/** Limit of `<use>` elements, because each draws another part again. */
const MAX_USES = 20;
/** Error messages quote at most this much of a value from the file. */
const MAX_QUOTED_CHARACTERS = 60;

/**
 * Why an SVG cannot be a logo. Null when it can. Rejected are scripts, styles, entities, external content and everything else that a
 * drawing does not need. References to parts with references are rejected, too, because they could draw a part a million times.
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
  const references = new PartReferences();
  parser.on('opentag', (tag) => {
    problems.push(...tagProblems(tag, references.depth));
    references.open(tag);
  });
  parser.on('closetag', () => references.close());
  parser.write(text).close();
  return problems[0] ?? references.problem();
}

function tagProblems({ name, attributes }: SaxesTagPlain, depth: number): string[] {
  if (!ALLOWED_ELEMENTS.has(name) || (name === 'svg' && depth > 0))
    return [`The SVG has an element <${name}>, which is not allowed. Draw it with paths.`];
  return Object.entries(attributes).flatMap(([attribute, value]) => {
    if (!ALLOWED_ATTRIBUTES.has(attribute)) return [`The SVG has an attribute ${attribute}, which is not allowed.`];
    const namespace = NAMESPACES[attribute];
    if (namespace !== undefined) return value === namespace ? [] : [`The SVG’s ${attribute} is not ${namespace}.`];
    if (/href$/.test(attribute) && !INTERNAL_REFERENCE.test(value))
      return [`The SVG refers to ${value.slice(0, MAX_QUOTED_CHARACTERS)}. It may refer only to its own parts.`];
    return EXTERNAL_REFERENCE.test(value)
      ? [`The SVG’s attribute ${attribute} refers to another resource. It may refer only to its own parts.`]
      : [];
  });
}

/** Collects which parts of a drawing refer to other parts. References to gradients may be nested, because gradients draw nothing. */
class PartReferences {
  /** The open elements, outermost first. */
  private readonly openElements: { id: string | undefined }[] = [];
  private readonly gradients = new Set<string>();
  /** References to the id `target`, each with the ids of the elements that contain it. */
  private readonly references: { containerIds: string[]; target: string }[] = [];
  private readonly ids = new Set<string>();
  private duplicateId: string | null = null;
  private uses = 0;

  get depth(): number {
    return this.openElements.length;
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const id = attributes['id'];
    this.openElements.push({ id });
    if (name === 'use') this.uses += 1;
    if (id !== undefined && this.ids.has(id)) this.duplicateId = id;
    if (id !== undefined) this.ids.add(id);
    if (name.endsWith('Gradient')) {
      if (id !== undefined) this.gradients.add(id);
      return;
    }
    const containerIds = this.openElements.flatMap((part) => part.id ?? []);
    for (const [attribute, value] of Object.entries(attributes)) {
      const targets = /href$/.test(attribute) ? [value.slice(1)] : [...value.matchAll(REFERENCED_ID)].map(([, target = '']) => target);
      for (const target of targets) this.references.push({ containerIds, target });
    }
  }

  close(): void {
    this.openElements.pop();
  }

  problem(): string | null {
    if (this.duplicateId !== null) return `The SVG has two parts with the id ${this.duplicateId.slice(0, MAX_QUOTED_CHARACTERS)}.`;
    if (this.uses > MAX_USES) return `The SVG has ${this.uses} elements <use>. At most ${MAX_USES} are allowed.`;
    const drawingReferences = this.references.filter(({ target }) => !this.gradients.has(target));
    const idsWithReferences = new Set(drawingReferences.flatMap(({ containerIds }) => containerIds));
    const nested = drawingReferences.find(({ target }) => idsWithReferences.has(target));
    return nested
      ? `The SVG refers to #${nested.target.slice(0, MAX_QUOTED_CHARACTERS)}, which refers to another part. Draw it with paths.`
      : null;
  }
}
