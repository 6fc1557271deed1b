import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import circus from 'jest-circus/runner';
import '../typescript.mjs';
import { useGlobals } from './globals.mjs';
import { mapStackTraces } from './stack-traces.mjs';

const GLOBALS_OF_FILE = fileURLToPath(new URL('./globals-of-file.cjs', import.meta.url));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Size of the heap. jest ends a worker a little above this (`workerIdleMemoryLimit`), and most of such a heap is garbage. */
const MUCH_BYTES = 1_400_000_000;

/** The same generated cases each time. `.ci/nightly random` uses others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_128) });

let files = 0;

/**
 * jest's own runner, except that Node loads the test file, and with it the sources and all packages once for each worker.
 * jest would load all modules again for each file, which takes longer than the tests of most files.
 * The files of a worker therefore share the state of modules.
 * After a file the runner restores what the file mocked, faked or set in `process.env`, and stops what it left running.
 */
export default async function run(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const loading = Object.create(runtime, {
    unstable_shouldLoadAsEsm: { value: () => true },
    unstable_importModule: {
      value: (file) => {
        useGlobals(runtime.requireModule(GLOBALS_OF_FILE));
        return import(`${pathToFileURL(file).href}?file=${(files += 1)}`);
      },
    },
  });
  mapStackTraces();
  const { console } = globalThis;
  const env = { ...process.env };
  const { stopWhatIsLeft } = await import('../left-running.ts');
  globalThis.console = environment.global.console;
  const putBack = () => {
    runtime.restoreAllMocks();
    syncBuiltinESMExports(); // Mocked modules of Node itself.
    environment.fakeTimersModern.useRealTimers();
    globalThis.console = console;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    if (process.memoryUsage().heapUsed > MUCH_BYTES) collectGarbage();
  };
  const end = async () => {
    putBack();
    return stopWhatIsLeft();
  };
  const result = await circus.default(globalConfig, config, environment, loading, testPath, sendMessage).catch(async (error) => {
    await end().catch(() => undefined); // The first error is the cause.
    throw error;
  });
  const leftRunning = await end();
  if (leftRunning.length === 0 || hasFailed(result)) return result;
  return failedBy(`This file has left running: ${leftRunning.join('; ')}. Stop that in afterAll.`, result);
}

const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || Boolean(testExecError);
const failedBy = (message, result) => ({ ...result, testExecError: { message, stack: message }, failureMessage: message });
