/** `bun src/server/build.ts`: builds the client bundle and its manifest into `dist/client`, then the binary `dist/kontor` that embeds it. */
import type { Asset, Manifest } from '#server/build-info.ts'
import { type PageName, pageNames } from '#shared/routes/pages.ts'
import { type Locale, locales } from '#shared/staff/inputs.ts'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dir, '../..')
const clientFolder = join(root, 'dist/client')
const binary = join(root, 'dist/kontor')
const urlPrefix = '/_assets/'

type Mode = 'production' | 'development'

/** Empties `dist/client` and bundles the client into it. Throws when a page or a language has no chunk. */
export async function buildClient(mode: Mode): Promise<Manifest> {
  rmSync(clientFolder, { recursive: true, force: true })
  mkdirSync(clientFolder, { recursive: true })
  const script = await bundle('src/client/main.tsx', mode)
  const style = await bundle('src/client/styles.css', mode)
  const outputs = [...script.outputs, ...style.outputs].toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const hash = new Bun.CryptoHasher('sha256')
  const files: Record<string, Asset> = {}
  for (const { path, type } of outputs) {
    const bytes = await Bun.file(path).bytes()
    hash.update(basename(path)).update(bytes)
    files[toAssetUrl(path)] = {
      type,
      path: basename(path),
      ...(mode === 'production' ? await compress(path, bytes) : {}),
    }
  }
  const manifest: Manifest = {
    buildId: hash.digest('hex').slice(0, 16),
    ...resolveChunks(script.metafile),
    styles: Object.keys(files).filter((url) => url.endsWith('.css')),
    files,
  }
  await Bun.write(join(clientFolder, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

/** The binary must not load config files from the folder it starts in. No `splitting`: it breaks compiled servers (bun #42837). */
async function buildBinary(): Promise<void> {
  await Bun.build({
    entrypoints: [join(root, 'src/server/main.ts')],
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
    },
  })
}

async function bundle(entry: string, mode: Mode): Promise<Bun.BuildOutput & { metafile: Bun.BuildMetafile }> {
  const { metafile, ...output } = await Bun.build({
    entrypoints: [join(root, entry)],
    root,
    outdir: clientFolder,
    target: 'browser',
    splitting: true,
    // Each chunk costs a request, so tiny ones are merged.
    minChunkSize: 5_120,
    minify: mode === 'production',
    metafile: true,
    publicPath: urlPrefix,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  })
  if (!metafile) throw new Error(`No metafile of ${entry}.`)
  return { ...output, metafile }
}

/** The folder is flat, so the base name is unique. */
const toAssetUrl = (path: string): string => urlPrefix + basename(path)

/** Finds the chunks that the browser can preload in parallel with the script, instead of discovering them import by import. */
function resolveChunks({ outputs }: Bun.BuildMetafile): Pick<Manifest, 'script' | 'pages' | 'languages'> {
  const findChunk = (module: RegExp): string => {
    const chunk = Object.keys(outputs).find((name) => module.test(outputs[name]?.entryPoint ?? ''))
    if (!chunk) throw new Error(`The client has no chunk for ${module.source}.`)
    return chunk
  }
  const collectImports = (chunk: string, visited = new Set<string>()): Set<string> => {
    if (visited.has(chunk)) return visited
    visited.add(chunk)
    for (const { path, kind } of outputs[chunk]?.imports ?? [])
      if (kind === 'import-statement') collectImports(path, visited)
    return visited
  }
  const main = findChunk(/client\/main\.tsx$/)
  const initialChunks = collectImports(main)
  const listLazyChunks = (module: RegExp): string[] =>
    [...collectImports(findChunk(module))].filter((chunk) => !initialChunks.has(chunk)).map(toAssetUrl)
  const shared = [...initialChunks].filter((chunk) => chunk !== main).map(toAssetUrl)
  return {
    script: toAssetUrl(main),
    pages: Object.fromEntries(
      pageNames.map((name) => [name, [...shared, ...listLazyChunks(new RegExp(`/${name}-page\\.tsx$`))]]),
    ) as Record<PageName, string[]>,
    languages: Object.fromEntries(
      locales.map((locale) => [locale, listLazyChunks(new RegExp(`/messages/${locale}\\.ts$`))]),
    ) as Record<Locale, string[]>,
  }
}

/** Compresses at the highest level at build time, so that requests do no compression. */
async function compress(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Pick<Asset, 'br' | 'gzip'>> {
  const encodings = {
    br: { extension: '.br', content: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) },
    gzip: { extension: '.gz', content: gzipSync(bytes, { level: 9 }) },
  }
  const smaller: Pick<Asset, 'br' | 'gzip'> = {}
  for (const name of ['br', 'gzip'] as const) {
    const { extension, content } = encodings[name]
    if (content.length >= bytes.length) continue
    await Bun.write(path + extension, content)
    smaller[name] = basename(path) + extension
  }
  return smaller
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
