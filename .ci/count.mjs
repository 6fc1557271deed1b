// count.mjs <exit code> <jest's JSON…>: prints how many tests passed and failed. A failed step without a failed test counts as one failed test, and
// so does an unreadable file.
// count.mjs --skipped <jest's JSON…>: lists the skipped tests, each once.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const [code, ...files] = process.argv.slice(2);
const results = files.filter((file) => existsSync(file)).map(resultOf);
if (code === '--skipped') {
  for (const name of new Set(results.flatMap(skippedIn))) console.log(name);
  process.exit();
}
const sum = (count) => results.map(count).reduce((total, number) => total + number, 0);
const failed = sum(({ numFailedTests, numRuntimeErrorTestSuites }) => numFailedTests + numRuntimeErrorTestSuites);
console.log(
  `${sum(({ numPassedTests }) => numPassedTests)} passed, ${code === '0' ? failed : Math.max(failed, 1)} failed, ${sum(({ numPendingTests }) => numPendingTests)} skipped`,
);

function skippedIn({ testResults = [] }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'pending').map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  );
}

function resultOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`${file}: ${error.message}`);
    return { numFailedTests: 0, numRuntimeErrorTestSuites: 1, numPassedTests: 0, numPendingTests: 0 };
  }
}
