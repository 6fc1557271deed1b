import { join } from 'node:path';
import { runInForeground } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

await main(async () => {
  await prepare({ forTests: true });
  const env = { ...process.env };
  delete env.DATABASE_URL; // the tests bring a database; they must never meet the one of a real gateway
  process.exitCode = await runInForeground(process.execPath, [join(root, 'node_modules/jest/bin/jest.js'), ...process.argv.slice(2)], {
    cwd: root,
    env: {
      ...env,
      NODE_ENV: 'test',
      // jest needs the flag for ES modules; its workers inherit it. Without --no-warnings each of them complains about it.
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --experimental-vm-modules --no-warnings`.trim(),
    },
  });
});
