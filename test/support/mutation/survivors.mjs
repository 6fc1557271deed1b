import { relative } from 'node:path';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Tells of each survivor when it is found: a run may take hours, and may be broken off. */
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
