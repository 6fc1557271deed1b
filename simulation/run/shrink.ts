import { saleName, type Step } from '../actions/step.js';

/** @returns whether only these steps still cause the same violation. */
export type StillFound = (steps: readonly Step[]) => Promise<boolean>;

/**
 * Finds fewer steps with the same violation, by leaving out ever smaller groups of them (delta debugging). It first tries only the steps
 * of the sale that the violation names, and then those with the steps in which time passes: mostly these are enough.
 * @param mostTries the most attempts; the result is what is left then.
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

/** The sale that a step makes or acts on. */
function saleOf(step: Step): string | null {
  return 'sale' in step.action ? step.action.sale : saleName(step);
}

/** Names of sales, and of decisions of staff, in a text: `d12` of `d12/1`. */
export function salesNamed(text: string): string[] {
  return [...text.matchAll(/\b([dpmojs]\d+)\b/g)].map(([, name = '']) => name);
}
