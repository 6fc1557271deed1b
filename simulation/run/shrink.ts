import { saleName, type Step } from '../actions/step.js';

/** @returns whether these steps alone cause the same violation. */
export type CausesSameViolation = (steps: readonly Step[]) => Promise<boolean>;

/**
 * Finds fewer steps with the same violation, by leaving out ever smaller groups of them (delta debugging). It first tries only the steps of
 * the sales that the violation names, and then these with all steps that belong to no sale. In most cases they suffice.
 * @param saleNames names of sales and staff commands in the message of the violation.
 * @param maxTries limit of runs. After the last run the remaining steps are the result.
 */
export async function shrink(
  steps: readonly Step[],
  saleNames: readonly string[],
  stillFound: CausesSameViolation,
  maxTries = Infinity,
): Promise<readonly Step[]> {
  let tries = 0;
  const stillFoundInTries: CausesSameViolation = async (fewer) => (tries += 1) <= maxTries && stillFound(fewer);
  const saleSteps = steps.filter((step) => saleNames.includes(saleOf(step) ?? ''));
  const saleAndGeneralSteps = steps.filter((step) => saleOf(step) === null || saleSteps.includes(step));
  for (const fewer of saleSteps.length > 0 ? [saleSteps, saleAndGeneralSteps] : [])
    if (fewer.length < steps.length && (await stillFoundInTries(fewer))) return leaveOutGroups(fewer, stillFoundInTries);
  return leaveOutGroups(steps, stillFoundInTries);
}

/** Leaves out groups of half of the steps, then of a quarter, and so on down to single steps. */
async function leaveOutGroups(steps: readonly Step[], stillFound: CausesSameViolation): Promise<readonly Step[]> {
  let needed = steps;
  for (let size = Math.ceil(needed.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < needed.length;) {
      const fewer = [...needed.slice(0, from), ...needed.slice(from + size)];
      if (fewer.length > 0 && (await stillFound(fewer))) needed = fewer;
      else from += size;
    }
  }
  return needed;
}

/** Name of the sale or staff command that a step creates or acts on; null when there is none. */
function saleOf(step: Step): string | null {
  return 'sale' in step.action ? step.action.sale : saleName(step);
}

/** Names of sales and staff commands in a text: `d12` of `d12/1`. */
export function findSaleNames(text: string): string[] {
  return [...text.matchAll(/\b([dpmojs]\d+)\b/g)].map(([, name = '']) => name);
}
