import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * Packages that are not in the bundle. Nest can use the first four, which do not exist in node_modules, and works without them.
 * TypeORM loads `pg` by a name that esbuild cannot see, so a copy of `pg` in the bundle would be a second one, with other error classes.
 */
const LEFT_OUT = ['@nestjs/microservices', '@nestjs/websockets', '@fastify/static', 'class-transformer/storage', 'pg'];

/**
 * Joins all files that a command loads, about a thousand with those of packages, into one file: reading them one by one takes longer than
 * most commands. Classes keep their names, because names of migrations and errors come from them. `import.meta.url` keeps its value in each
 * file.
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

/**
 * Replaces `import.meta.url` by the URL that the file has outside of the bundle. `ROOT` is the project's folder, which
 * src/cli/compiled-commands.ts defines. `require` functions that files create for themselves are removed, so that esbuild finds what they
 * load.
 */
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
