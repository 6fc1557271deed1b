import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What Nest can use and is not there; and the driver, which TypeORM asks for by a name that it makes: two of them would not know each other's errors. */
const LEFT_OUT = ['@nestjs/microservices', '@nestjs/websockets', '@fastify/static', 'class-transformer/storage', 'pg'];

/**
 * Joins what a command loads, a thousand files and their packages, into one: reading them one by one takes longer than most commands.
 * Names of classes stay, because tables and errors have them, and each file's own address stays where it was.
 */
export async function bundleCommands(root, target) {
  const { build } = await import('esbuild'); // these scripts run before any package is installed
  const { outputFiles } = await build({
    entryPoints: [join(root, 'dist/cli/run-cli.js')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    inject: [join(root, 'node_modules/reflect-metadata/Reflect.js')], // first of all, as decorators need it
    external: LEFT_OUT.flatMap((name) => [name, `${name}/*`]),
    plugins: [ownAddresses(root)],
  });
  const [{ text }] = outputFiles;
  const hash = createHash('sha256').update(text).digest('hex');
  writeFileSync(target, `// ${hash}\n${text}`);
}

/** `import.meta.url` stays the address of the file that says it, and a `require` made of it finds what is in the bundle. */
function ownAddresses(root) {
  return {
    name: 'own-addresses',
    setup(build) {
      build.onLoad({ filter: /\.m?js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes('import.meta.url')) return undefined;
        const url = `require('node:url').pathToFileURL(require('node:path').join(ROOT, ${JSON.stringify(relative(root, path))})).href`;
        const contents = text.replace('const require = createRequire(import.meta.url);', '').replaceAll('import.meta.url', url);
        return { contents, loader: 'js' };
      });
    },
  };
}
