import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInForeground } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';
import { testsEnvironment } from './tests-environment.mjs';

/**
 * More memory for short-lived objects, of which there are many, because the application is started for each suite. jest's workers inherit
 * the option. It saves a tenth of the processor time.
 */
const YOUNG = '--max-semi-space-size=64';

/** Builds the gateway first, for suites that start processes of it: test/support/program.ts. */
const BUILT = '--built';

await main(async () => {
  const options = process.argv.slice(2);
  const program = options.includes(BUILT);
  await prepare({ program, dev: true });
  const folder = mkdtempSync(join(tmpdir(), 'payment-gateway-defects-'));
  const defects = join(folder, 'defects'); // is there when PostgreSQL's log has some: test/support/jest/global-teardown.mjs
  const env = { ...testsEnvironment(), NODE_ENV: 'test', TEST_DEFECTS_FILE: defects, ...(program && { TEST_BUILT: 'yes' }) };
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  try {
    process.exitCode = await runInForeground(process.execPath, [YOUNG, jest, ...options.filter((option) => option !== BUILT)], {
      cwd: root,
      env,
    });
    if (!existsSync(defects)) return;
    process.stderr.write(`\n${readFileSync(defects, 'utf8')}`);
    process.exitCode ||= 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
