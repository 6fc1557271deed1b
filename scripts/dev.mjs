import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forgetBuild, NEST } from './build.mjs';
import { endWithNpm, runInForeground } from './child.mjs';
import { main } from './console.mjs';
import { prepare, root } from './prepare.mjs';

/** The gateway, compiled and started again whenever a source is saved. */
await main(async () => {
  await prepare({ dev: true });
  endWithNpm();
  const database = await openDatabase();
  forgetBuild(root);
  try {
    const command = [NEST, 'start', '--watch', '--no-shell', ...process.argv.slice(2)];
    process.exitCode = await runInForeground(process.execPath, command, { cwd: root });
  } finally {
    await database.close();
  }
});

/** Opened here, because a restart ends everything that the gateway has started, including an embedded database. */
async function openDatabase() {
  const load = (file) => import(pathToFileURL(join(root, 'dist', file)).href);
  const [{ readEnvironment }, { openDatabase }] = [await load('runtime/config/environment.js'), await load('program/open-database.js')];
  return openDatabase(readEnvironment(), 'guest', () => undefined);
}
