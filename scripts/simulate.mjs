import { join } from 'node:path';
import { runInForeground } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';
import { testsEnvironment } from './tests-environment.mjs';

/** `npm run simulate -- --help`; it starts a database server of its own, as the tests do. */
await main(async () => {
  await prepare({ program: false, dev: true });
  const env = { ...testsEnvironment(), NODE_ENV: 'test' };
  const command = [join(root, 'simulation/simulate.ts'), ...process.argv.slice(2)];
  process.exitCode = await runInForeground(process.execPath, ['--import', './test/support/typescript.mjs', ...command], { cwd: root, env });
});
