import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { runInForeground } from './child.mjs';
import { main, showProgress, Stop } from './console.mjs';
import { prepare, root } from './prepare.mjs';
import { testsEnvironment } from './tests-environment.mjs';

const STRYKER = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** Options that this command does not know are passed on to Stryker. */
const command = new Command('npm run test:mutation --')
  .argument('[area]', 'one of test/support/mutation/areas.mjs')
  .option('--static', 'also what runs while the sources load: a process for each such mutant')
  .option('--sample <nth>', 'every nth mutant, the same ones each time', wholeNumber, 1)
  .allowUnknownOption()
  .allowExcessArguments();

function wholeNumber(text) {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('A whole number from 1.');
  return Number(text);
}

/** Mutation tests: `npm run test:mutation -- money`; without an area, all of them. */
await main(async () => {
  await prepare({ program: false, dev: true });
  const load = (file) => import(pathToFileURL(join(root, 'test/support', file)).href);
  const { AREAS } = await load('mutation/areas.mjs');
  const [area, ...options] = command.parse().args;
  const areas = area ? [area] : Object.keys(AREAS);
  if (area && !AREAS[area]) throw new Stop(`There is no area "${area}". There are: ${Object.keys(AREAS).join(', ')}.`);

  await load('typescript.mjs');
  const { startTestServer } = await load('test-server.ts');
  const server = await showProgress('starting the database server', startTestServer);
  const env = {
    ...testsEnvironment(),
    ...{ NODE_ENV: 'test', TEST_PATIENCE_MS: '20000', MUTATE_STATIC: command.opts().static ? 'yes' : 'no' },
    MUTATION_SAMPLE: command.opts().sample,
  };
  try {
    for (const name of areas) {
      const code = await runInForeground(process.execPath, [STRYKER, 'run', ...options], {
        cwd: root,
        env: { ...env, MUTATION_AREA: name },
      });
      if (code !== 0) process.exitCode = code;
    }
  } finally {
    await server.stop();
  }
});
