import { join, relative } from 'node:path';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { runCLI } from 'jest';
import { suitesOf } from './areas.mjs';

/** This failure comes from a busy machine, not from the mutant. */
const BUSY_MACHINE_FAILURE = /Connection terminated due to connection timeout/;

/**
 * Runs the suites of an area in Stryker's own process, where the sources stay loaded from one mutant to the next.
 * Stryker's own runner for jest cannot be used: it needs the sources in jest's module registry,
 * but Node loads them (test/support/jest/runner.mjs).
 */
class JestInProcess {
  constructor() {
    globalThis.__stryker__ ??= {};
    this.suites = suitesOf(process.env.MUTATION_AREA, process.cwd());
  }

  /** Node cannot load a module a second time. Stryker therefore starts a new process for mutants that must be active while files load. */
  capabilities() {
    return { reloadEnvironment: false };
  }

  async dryRun() {
    const files = await this.#run(this.suites, () => true, {});
    const error = files.find(({ testExecError }) => testExecError)?.testExecError;
    if (error) return { status: DryRunStatus.Error, errorMessage: error.stack ?? error.message };
    const tests = files.flatMap(testsOf);
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverageOf(tests, globalThis.__stryker__.mutantCoverage) };
  }

  async mutantRun(options) {
    const result = await this.#tryMutant(options);
    return BUSY_MACHINE_FAILURE.test(result.failureMessage ?? '') ? this.#tryMutant(options) : result;
  }

  async #tryMutant({ activeMutant: { id }, testFilter, mutantActivation }) {
    const wantedTests = testFilter && new Set(testFilter);
    const suites = this.suites.filter((file) => !testFilter || testFilter.some((test) => test.startsWith(`${file} `)));
    const mutant = { mutantOfTests: id, mutantOfFiles: mutantActivation === 'static' ? id : undefined };
    const files = await this.#run(suites, (file, name) => !wantedTests || wantedTests.has(`${file} ${name}`), mutant);
    const tests = files.flatMap(testsOf);
    const nrOfTests = tests.filter(({ status }) => status !== TestStatus.Skipped).length;
    const killer = tests.find(({ status }) => status === TestStatus.Failed);
    if (killer) return { status: MutantRunStatus.Killed, killedBy: [killer.id], failureMessage: killer.failureMessage, nrOfTests };
    const unloadable = files.find(({ testExecError }) => testExecError);
    if (unloadable)
      return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: String(unloadable.testExecError.message), nrOfTests };
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  async #run(suites, isWanted, { mutantOfTests, mutantOfFiles }) {
    const root = process.cwd();
    const paths = suites.map((file) => join(root, file));
    Object.assign(globalThis.__stryker__, { isDead: false, activeMutant: mutantOfFiles, mutantOfTests, mutantOfFiles, paths, isWanted });
    const { results } = await runCLI({ _: paths, $0: '', config: 'jest.mutation.config.js', runTestsByPath: true, runInBand: true }, [
      root,
    ]);
    return results.testResults;
  }
}

const STATUS = { passed: TestStatus.Success, failed: TestStatus.Failed };

function testsOf({ testFilePath, testResults }) {
  return testResults.map(({ fullName, status, duration, failureMessages: [message] }) => {
    const name = `${relative('', testFilePath)} ${fullName}`;
    const test = { id: name, name, fileName: testFilePath, timeSpentMs: duration ?? 0, status: STATUS[status] ?? TestStatus.Skipped };
    return test.status === TestStatus.Failed ? { ...test, failureMessage: message ?? '' } : test;
  });
}

/** Lines that are reached before, between or after the tests of a file count for all tests of the file. */
function coverageOf(tests, { static: whileLoading, perTest }) {
  const covered = tests.map(({ id, fileName }) => [id, sumOf(perTest[id], perTest[relative('', fileName)])]);
  return { static: whileLoading, perTest: Object.fromEntries(covered) };
}

function sumOf(...counts) {
  const sums = {};
  for (const [mutant, hits] of counts.flatMap((count) => Object.entries(count ?? {}))) sums[mutant] = (sums[mutant] ?? 0) + hits;
  return sums;
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'jest-in-process', JestInProcess)];
