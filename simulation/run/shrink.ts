import { nameOfSale, type Step } from '../acts/step.js';

/** @returns whether the same thing is still found when only these steps are done. */
export type StillFound = (steps: readonly Step[]) => Promise<boolean>;

/**
 * The fewest steps that still do it, as far as leaving steps out in ever smaller groups finds them (delta debugging). What the violation
 * names is tried first: mostly nothing is needed but the life of one sale, or that and the time that passes.
 * @param mostTries after these what is left is left.
 */
export async function shrink(
  steps: readonly Step[],
  named: readonly string[],
  stillFound: StillFound,
  mostTries = Infinity,
): Promise<readonly Step[]> {
  let tries = 0;
  const tried: StillFound = async (fewer) => (tries += 1) <= mostTries && stillFound(fewer);
  const own = steps.filter((step) => named.includes(saleOf(step) ?? ''));
  const ownAndOthers = steps.filter((step) => saleOf(step) === null || own.includes(step));
  for (const fewer of own.length > 0 ? [own, ownAndOthers] : [])
    if (fewer.length < steps.length && (await tried(fewer))) return leaveOut(fewer, tried);
  return leaveOut(steps, tried);
}

async function leaveOut(steps: readonly Step[], stillFound: StillFound): Promise<readonly Step[]> {
  let kept = steps;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < kept.length;) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (fewer.length > 0 && (await stillFound(fewer))) kept = fewer;
      else from += size;
    }
  }
  return kept;
}

/** The sale that a step is about, whether it makes it or something happens to it. */
function saleOf(step: Step): string | null {
  return 'sale' in step.act ? step.act.sale : nameOfSale(step);
}

/** Names of sales, and of what staff decide on, in a text: `d12` of `d12/1`. */
export function salesNamed(text: string): string[] {
  return [...text.matchAll(/\b([dpmojs]\d+)\b/g)].map(([, name = '']) => name);
}
