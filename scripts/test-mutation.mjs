import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInForeground } from './child.mjs';
import { main, showProgress, Stop } from './console.mjs';
import { prepare, root } from './prepare.mjs';

/** Also what runs while the sources load: a process for each such mutant. */
const STATIC = '--static';
const STRYKER = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** Changes the sources a bit at a time and sees whether a test fails: `npm run test:mutation -- money`, without an area all of them. */
await main(async () => {
  await prepare({ program: false, dev: true });
  const load = (file) => import(pathToFileURL(join(root, 'test/support', file)).href);
  const { AREAS } = await load('mutation/areas.mjs');
  const [area, ...options] = process.argv.slice(2).filter((word) => word !== STATIC);
  const areas = area ? [area] : Object.keys(AREAS);
  if (area && !AREAS[area]) throw new Stop(`There is no area "${area}". There are: ${Object.keys(AREAS).join(', ')}.`);

  await load('typescript.mjs');
  const { startTestServer } = await load('test-server.ts');
  const server = await showProgress('starting the database server', startTestServer);
  const env = { ...process.env, NODE_ENV: 'test', TEST_PATIENCE_MS: '20000', MUTATE_STATIC: process.argv.includes(STATIC) ? 'yes' : 'no' };
  delete env.DATABASE_URL; // the tests bring a database; they must never meet the one of a real gateway
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
