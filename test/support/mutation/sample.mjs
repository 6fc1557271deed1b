import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

const KILLED = ['Killed', 'Timeout'];

/** Chooses one of `nth` mutants by a hash without line numbers: adding lines elsewhere in a file does not change the choice. */
export function sampleOf(mutants, nth) {
  const counts = new Map();
  return mutants.filter(({ fileName, mutatorName, replacement }) => {
    const change = [relative('', fileName), mutatorName, replacement].join('\n');
    const previous = counts.get(change) ?? 0; // Equal changes in one file.
    counts.set(change, previous + 1);
    return createHash('sha256').update(`${change}\n${previous}`).digest().readUInt32BE() % nth === 0;
  });
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964;

/** Wilson's 95 % interval of a proportion that was measured in a sample. */
export function intervalOf(killed, tried) {
  const share = killed / tried;
  const middle = (share + Z ** 2 / (2 * tried)) / (1 + Z ** 2 / tried);
  const reach = (Z / (1 + Z ** 2 / tried)) * Math.sqrt((share * (1 - share)) / tried + Z ** 2 / (4 * tried ** 2));
  return [Math.max(0, middle - reach), Math.min(1, middle + reach)];
}

const OUTSIDE_SAMPLE = 'It is not in the sample.';
const percent = (share) => (100 * share).toFixed(1);

/**
 * Removes the mutants that are not in the sample from Stryker's plan, and estimates the score of all mutants in the end.
 * A Stryker checker could remove mutants, too, but with a checker Stryker would run two test runners at the same time.
 * Reporters get the plan before it is used, so this reporter must be the first one.
 */
const sample = () => ({
  onMutationTestingPlanReady({ mutantPlans }) {
    const mutants = mutantPlans.map(({ mutant }) => mutant).filter(({ status }) => status !== 'Ignored');
    const sampled = new Set(sampleOf(mutants, Number(process.env.MUTATION_SAMPLE)));
    mutantPlans.forEach(({ mutant }, index) => {
      if (mutant.status === 'Ignored' || sampled.has(mutant)) return;
      mutantPlans[index] = { plan: 'EarlyResult', mutant: { ...mutant, status: 'Ignored', statusReason: OUTSIDE_SAMPLE } };
    });
  },
  onMutationTestReportReady({ files }) {
    const mutants = Object.values(files).flatMap((file) => file.mutants);
    const outside = mutants.filter(({ statusReason }) => statusReason === OUTSIDE_SAMPLE).length;
    const tried = mutants.filter(({ status }) => [...KILLED, 'Survived', 'NoCoverage'].includes(status));
    const killed = tried.filter(({ status }) => KILLED.includes(status)).length;
    const [low, high] = intervalOf(killed, tried.length).map(percent);
    const interval = outside > 0 ? `; 95 % interval of all: ${low} to ${high} %` : '';
    process.stdout.write(
      `Tried ${tried.length} of ${tried.length + outside} mutants: ${killed} died, ${percent(killed / tried.length)} %${interval}.\n`,
    );
  },
});
sample.inject = [];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'sample', sample)];
