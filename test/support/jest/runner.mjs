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

/**
 * Heap size from which the runner collects garbage. jest ends a worker a little above this (`workerIdleMemoryLimit`),
 * although most of such a heap is garbage.
 */
const GC_HEAP_BYTES = 1_400_000_000;

/** With a fixed seed fast-check generates the same cases in each run. `.ci/nightly random` sets another seed. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_128) });

let loadedFiles = 0;

/**
 * Like jest's own runner, except that Node loads the test file. Node loads the sources and packages only once for each worker.
 * jest would load all modules again for each file, which takes longer than the tests of most files.
 * The files of a worker therefore share the state of modules.
 * After a file the runner restores what the file mocked, faked or set in `process.env`, and stops what it left running.
 */
export default async function run(globalConfig, config, environment, runtime, testPath, sendMessage) {
  const nodeRuntime = Object.create(runtime, {
    unstable_shouldLoadAsEsm: { value: () => true },
    unstable_importModule: {
      value: (file) => {
        useGlobals(runtime.requireModule(GLOBALS_OF_FILE));
        return import(`${pathToFileURL(file).href}?file=${(loadedFiles += 1)}`);
      },
    },
  });
  mapStackTraces();
  const { console } = globalThis;
  const env = { ...process.env };
  const { stopLeftRunning } = await import('../left-running.ts');
  globalThis.console = environment.global.console;
  const restore = () => {
    runtime.restoreAllMocks();
    syncBuiltinESMExports(); // Restores mocked modules of Node itself.
    environment.fakeTimersModern.useRealTimers();
    globalThis.console = console;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    if (process.memoryUsage().heapUsed > GC_HEAP_BYTES) collectGarbage();
  };
  const cleanUp = async () => {
    restore();
    return stopLeftRunning();
  };
  const result = await circus.default(globalConfig, config, environment, nodeRuntime, testPath, sendMessage).catch(async (error) => {
    await cleanUp().catch(() => undefined); // The first error is the cause.
    throw error;
  });
  const leftRunning = await cleanUp();
  if (leftRunning.length === 0 || hasFailed(result)) return result;
  return withFailure(`This file left running: ${leftRunning.join('; ')}. Stop these programs in afterAll.`, result);
}

const hasFailed = ({ numFailingTests, testExecError }) => numFailingTests > 0 || Boolean(testExecError);
const withFailure = (message, result) => ({ ...result, testExecError: { message, stack: message }, failureMessage: message });
