import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './deployed-files.js';

/** The image of the Dockerfile as a folder, without a container. */
export interface ImageFolder {
  /** The last stage's working directory. */
  folder: string;
  env: Record<string, string>;
  /** The user id that the last USER instruction sets. */
  uid: number;
  entrypoint: string[];
  command: string[];
  healthCheck: string[];
  remove(): Promise<void>;
}

const INSTALL_ALL = 'npm ci --ignore-scripts';

type Stage = Omit<ImageFolder, 'remove'>;

const EMPTY: Stage = { folder: '', env: {}, uid: 0, entrypoint: [], command: [], healthCheck: [] };

/**
 * Runs the instructions of the Dockerfile stage by stage with this machine's Node. COPY copies only paths that .dockerignore allows.
 * RUN uses a shell with an empty npm cache. Instead of "npm ci" with all packages it links this machine's node_modules, which come
 * from the same lock file. All files belong to the user that runs the tests, as those of an image belong to root. Options of COPY
 * that change the owner are not supported.
 */
export async function buildImageFolder(): Promise<ImageFolder> {
  const root = await mkdtemp(join(tmpdir(), 'gateway-image-'));
  await chmod(root, 0o755); // another user runs the programs of the image
  const stages = new Map<string, Stage>();
  const allowed = await readAllowedPaths();
  let stage = EMPTY;
  try {
    for (const [keyword, rest] of await instructions()) {
      if (keyword === 'FROM') {
        const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'last';
        stage = { ...EMPTY, folder: join(root, name) };
        stages.set(name, stage);
        await mkdir(stage.folder);
      } else if (keyword === 'COPY') await copy(rest, stage, stages, allowed);
      else if (keyword === 'RUN' && rest === INSTALL_ALL) await symlink(join(ROOT, 'node_modules'), join(stage.folder, 'node_modules'));
      else if (keyword === 'RUN') await promisify(execFile)('sh', ['-c', rest], { cwd: stage.folder, env: shellEnvironment(root) });
      else if (keyword === 'ENV') stage.env = Object.fromEntries(rest.split(' ').map((pair) => pair.split('=') as [string, string]));
      else if (keyword === 'USER') stage.uid = Number(rest.split(':')[0]);
      else if (keyword === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[];
      else if (keyword === 'CMD') stage.command = JSON.parse(rest) as string[];
      else if (keyword === 'HEALTHCHECK') stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3)) as string[];
      else if (!['WORKDIR', 'EXPOSE'].includes(keyword)) throw new Error(`${keyword} is not supported`);
    }
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
  return { ...stage, remove: () => rm(root, { recursive: true, force: true }) };
}

async function instructions(): Promise<[string, string][]> {
  const text = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).replace(/^#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return [...text.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, keyword = '', rest = '']) => [keyword, rest]);
}

/** The paths that .dockerignore does not exclude. */
async function readAllowedPaths(): Promise<Set<string>> {
  const [everything, ...exceptions] = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).trim().split('\n');
  if (everything !== '*' || exceptions.some((line) => !line.startsWith('!'))) throw new Error('.dockerignore is not a list of exceptions');
  return new Set(exceptions.map((line) => line.slice(1)));
}

async function copy(rest: string, stage: Stage, stages: Map<string, Stage>, allowed: Set<string>): Promise<void> {
  const words = rest.split(/ +/);
  const from = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
  const paths = words.filter((word) => !word.startsWith('--from='));
  if (paths.some((word) => word.startsWith('--'))) throw new Error(`COPY ${rest} is not supported`);
  const target = paths.pop() ?? '';
  for (const path of paths) {
    if (!from && !allowed.has(path)) throw new Error(`.dockerignore excludes ${path}`);
    const source = from ? join(stages.get(from)?.folder ?? '', belowApp(path)) : join(ROOT, path);
    const isFolder = (await stat(source)).isDirectory();
    const destination = join(stage.folder, belowApp(target), isFolder ? '' : basename(path));
    // Files of an earlier stage do not change any more, so hard links replace thousands of copies.
    if (from) await promisify(execFile)('cp', ['-al', source, destination]);
    else await cp(source, destination, { recursive: true });
  }
}

const belowApp = (path: string): string => path.replace(/^\/app\//, '');

/** The environment of RUN, without the variables of the npm that runs the tests. */
function shellEnvironment(root: string): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^npm_/i.test(name) && !['NODE_OPTIONS', 'NODE_ENV', 'INIT_CWD'].includes(name),
  );
  return { ...Object.fromEntries(variables), npm_config_cache: join(root, 'npm-cache'), npm_config_fetch_retries: '5' };
}
