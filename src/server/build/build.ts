/** `bun src/server/build/build.ts`: builds the client bundle and its manifest into `dist/client`, then the binary `dist/kontor` that embeds it. */
import { buildClient, clientFolder } from '#server/build/build-client.ts'
import { join } from 'node:path'

const root = join(import.meta.dir, '../../..')
const binary = join(root, 'dist/kontor')

/** The binary must not load config files from the folder it starts in. No `splitting`: it breaks compiled servers (bun #42837). */
async function buildBinary(): Promise<void> {
  await Bun.build({
    entrypoints: ['start', 'main', 'verify-worker', 'write-worker'].map((name) => join(root, `src/server/${name}.ts`)),
    target: 'bun',
    minify: true,
    bytecode: true,
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"' },
    compile: {
      outfile: binary,
      assets: [clientFolder],
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      // A start runs most code once or twice, and compiling it in the background takes the processor from it. `main.ts` goes back to 1.
      jitPolicy: 10,
    },
  })
}

/** A hash of everything the result depends on: sources, packages, and the Bun version. */
async function hashInputs(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  const sources = await Array.fromAsync(new Bun.Glob('src/**/*').scan({ cwd: root }))
  for (const path of ['package.json', 'bun.lock', 'tsconfig.json', ...sources.toSorted()])
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex')
}

/**
 * Builds the client and the binary. `--if-changed` skips the build when `dist` was made from the same inputs; `--client` builds only
 * a development client.
 */
async function build(options: string[]): Promise<void> {
  if (options.includes('--client')) return void (await buildClient('development'))
  const hashFile = Bun.file(join(root, 'dist/inputs.sha256'))
  const inputs = await hashInputs()
  const unchanged = (await Bun.file(binary).exists()) && (await hashFile.exists()) && (await hashFile.text()) === inputs
  if (unchanged && options.includes('--if-changed')) return
  console.log('Building …')
  if (await hashFile.exists()) await hashFile.delete()
  await buildClient('production')
  await buildBinary()
  await hashFile.write(inputs)
}

if (import.meta.main) await build(process.argv.slice(2))
