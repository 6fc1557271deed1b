import { relative } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Prints each surviving mutant when it is found, because a run may take hours and may be interrupted. */
const survivors = () => ({
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    process.stdout.write(
      `${status} ${relative('', fileName)}:${location.start.line}:${location.start.column} ${mutatorName} ${replacement}\n`,
    );
  },
});
survivors.inject = [];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Reporter, 'survivors', survivors)];
