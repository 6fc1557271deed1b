import { join } from 'node:path';
import { runInForeground } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

/** For the workers, too: the application is started for each suite, which makes much short-lived garbage. Saves a tenth of the processor time. */
const YOUNG = '--max-semi-space-size=64';

/** Builds the gateway first, for suites that start processes of it: test/support/program.ts. */
const BUILT = '--built';

await main(async () => {
  const options = process.argv.slice(2);
  const program = options.includes(BUILT);
  await prepare({ program, dev: true });
  const env = { ...process.env, NODE_ENV: 'test', ...(program && { TEST_BUILT: 'yes' }) };
  delete env.DATABASE_URL; // the tests start a database and must never use that of a real gateway
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  process.exitCode = await runInForeground(process.execPath, [YOUNG, jest, ...options.filter((option) => option !== BUILT)], {
    cwd: root,
    env,
  });
});
