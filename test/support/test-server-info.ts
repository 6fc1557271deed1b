/** Data with which a test file creates its database. jest's workers get this object through an environment variable. */
export interface TestServerInfo {
  /** host:port */
  address: string;
  /** The URL of the superuser. */
  superuser: string;
  owner: Login;
  app: Login;
  /** A migrated database to clone. */
  template: string;
  /** The prefix of the names of all databases of this run. */
  prefix: string;
}

export interface Login {
  name: string;
  password: string;
}

const VARIABLE = 'TEST_SERVER_INFO';

export function publishTestServerInfo(info: TestServerInfo): void {
  process.env[VARIABLE] = JSON.stringify(info);
}

/** Whether a server was started for this process. */
export function isServerPublished(): boolean {
  return process.env[VARIABLE] !== undefined;
}

export function testServerInfo(): TestServerInfo {
  const published = process.env[VARIABLE];
  if (!published) throw new Error('The test database server was not started: run the tests with "npm test -- <path>".');
  return JSON.parse(published) as TestServerInfo;
}

export function urlFor(info: TestServerInfo, login: Login, database: string): string {
  return `postgres://${login.name}:${login.password}@${info.address}/${database}`;
}
