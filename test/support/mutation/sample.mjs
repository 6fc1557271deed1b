import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const DEAD = ['Killed', 'Timeout'];

/** Chooses every nth mutant of a list: the same ones each time, even after lines were added elsewhere in a file. */
export function sampleOf(mutants, nth) {
  const seen = new Map();
  return mutants.filter(({ fileName, mutatorName, replacement }) => {
    const change = [relative('', fileName), mutatorName, replacement].join('\n');
    const before = seen.get(change) ?? 0;
    seen.set(change, before + 1);
    return createHash('sha256').update(`${change}\n${before}`).digest().readUInt32BE() % nth === 0;
  });
}

const Z = 1.959964;

/** Wilson's 95 % interval of a proportion that was measured in a sample. */
export function intervalOf(dead, tried) {
  const share = dead / tried;
  const middle = (share + Z ** 2 / (2 * tried)) / (1 + Z ** 2 / tried);
  const reach = (Z / (1 + Z ** 2 / tried)) * Math.sqrt((share * (1 - share)) / tried + Z ** 2 / (4 * tried ** 2));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

const OUTSIDE = 'It is not in the sample.';
const percent = (share) => (100 * share).toFixed(1);

/**
 * Removes the mutants that are not in the sample from Stryker's plan, and estimates the score of all mutants in the end.
 * A checker could remove mutants, too, but Stryker would then run two test runners at once.
 * Reporters get the plan before it is used, so this reporter must be the first one.
 */
const sample = () => ({
  onMutationTestingPlanReady({ mutantPlans }) {
    const mutants = mutantPlans.map(({ mutant }) => mutant).filter(({ status }) => status !== 'Ignored');
    const chosen = new Set(sampleOf(mutants, Number(process.env.MUTATION_SAMPLE)));
    mutantPlans.forEach(({ mutant }, at) => {
      if (mutant.status === 'Ignored' || chosen.has(mutant)) return;
      mutantPlans[at] = { plan: 'EarlyResult', mutant: { ...mutant, status: 'Ignored', statusReason: OUTSIDE } };
    });
  },
  onMutationTestReportReady({ files }) {
    const mutants = Object.values(files).flatMap((file) => file.mutants);
    const outside = mutants.filter(({ statusReason }) => statusReason === OUTSIDE).length;
    const tried = mutants.filter(({ status }) => [...DEAD, 'Survived', 'NoCoverage'].includes(status));
    const dead = tried.filter(({ status }) => DEAD.includes(status)).length;
    const [low, high] = intervalOf(dead, tried.length).map(percent);
    const interval = outside > 0 ? `; 95 % interval of all: ${low} to ${high} %` : '';
    process.stdout.write(
      `Tried ${tried.length} of ${tried.length + outside} mutants: ${dead} died, ${percent(dead / tried.length)} %${interval}.\n`,
    );
  },
});
sample.inject = [];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'sample', sample)];
