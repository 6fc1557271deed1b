import { join } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { runCLI } from 'jest';
import { suitesOf } from './areas.mjs';

/**
 * Runs the suites of an area in Stryker's own process, where the sources stay loaded from one mutant to the next; a "test" in Stryker's
 * sense is a whole file, because the tests of a file share a database. Stryker's runner for jest would look for mutants in jest's own
 * module registry, in which the sources are not (test/support/jest/runner.mjs).
 */
class JestInProcess {
  constructor() {
    globalThis.__stryker__ ??= {};
    this.files = suitesOf(process.env.MUTATION_AREA, process.cwd());
  }

  /** Node cannot load a module a second time: a mutant that works while files load needs another process. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    const results = await this.#run(this.files, {});
    const error = results.find(({ testExecError }) => testExecError)?.testExecError;
    if (error) return { status: DryRunStatus.Error, errorMessage: error.stack ?? error.message };
    return { status: DryRunStatus.Complete, tests: results.map(asTest), mutantCoverage: globalThis.__stryker__.mutantCoverage };
  }

  async mutantRun({ activeMutant: { id }, testFilter = this.files, mutantActivation }) {
    const results = await this.#run(testFilter, { mutantOfTests: id, mutantOfFiles: mutantActivation === 'static' ? id : undefined });
    const killers = results.map(asTest).filter(({ status }) => status === TestStatus.Failed);
    const nrOfTests = results.length;
    if (killers.length === 0) return { status: MutantRunStatus.Survived, nrOfTests };
    return { status: MutantRunStatus.Killed, killedBy: [killers[0].id], failureMessage: killers[0].failureMessage, nrOfTests };
  }

  async #run(files, mutant) {
    const root = process.cwd();
    const paths = files.map((file) => join(root, file));
    Object.assign(globalThis.__stryker__, {
      isDead: false,
      activeMutant: mutant.mutantOfFiles,
      files: paths,
      mutantOfTests: undefined,
      ...mutant,
    });
    const { results } = await runCLI({ _: paths, $0: '', config: 'jest.mutation.config.js', runTestsByPath: true, runInBand: true }, [
      root,
    ]);
    return results.testResults;
  }
}

function asTest({ testFilePath, testExecError, perfStats, testResults }) {
  const name = testFilePath.slice(process.cwd().length + 1);
  const failed = testResults.find(({ status }) => status === 'failed');
  const test = { id: name, name, fileName: testFilePath, timeSpentMs: perfStats.runtime ?? 0 };
  if (testExecError) return { ...test, status: TestStatus.Failed, failureMessage: String(testExecError.message) };
  if (failed) return { ...test, status: TestStatus.Failed, failureMessage: `${failed.fullName}: ${failed.failureMessages[0]}` };
  return { ...test, status: TestStatus.Success };
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'jest-in-process', JestInProcess)];
