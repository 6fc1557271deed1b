import { join } from 'node:path';
import { runInForeground } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

/** For the workers, too: the application is started for each suite, which makes much short-lived garbage. Saves a tenth of the processor time. */
const YOUNG = '--max-semi-space-size=64';

await main(async () => {
  await prepare({ program: false, dev: true });
  const env = { ...process.env, NODE_ENV: 'test' };
  delete env.DATABASE_URL; // the tests start a database and must never use that of a real gateway
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  process.exitCode = await runInForeground(process.execPath, [YOUNG, jest, ...process.argv.slice(2)], { cwd: root, env });
});
