/** `bun src/server/build.ts`: the client bundle with its manifest in `dist/client`, then the one binary `dist/kontor` around it. */
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

/** Bundles the browser's side into an emptied `dist/client`. Throws when a page or a language has no chunk. */
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
    files[urlOf(path)] = { type, path: basename(path), ...(mode === 'production' ? await compress(path, bytes) : {}) }
  }
  const manifest: Manifest = {
    buildId: hash.digest('hex').slice(0, 16),
    ...chunksOf(script.metafile),
    styles: Object.keys(files).filter((url) => url.endsWith('.css')),
    files,
  }
  await Bun.write(join(clientFolder, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

/** Nothing is read from the folder the binary starts in. The server is one chunk: split servers broke when compiled. */
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
    // A chunk is a request: tiny ones are not worth theirs.
    minChunkSize: 16_384,
    minify: mode === 'production',
    metafile: true,
    publicPath: urlPrefix,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  })
  if (!metafile) throw new Error(`No metafile of ${entry}.`)
  return { ...output, metafile }
}

/** The folder is flat, so the base name says it all. */
const urlOf = (path: string): string => urlPrefix + basename(path)

/** Which chunks the browser can fetch side by side with the script, instead of finding them one import after the other. */
function chunksOf({ outputs }: Bun.BuildMetafile): Pick<Manifest, 'script' | 'pages' | 'languages'> {
  const chunkOf = (module: RegExp): string => {
    const chunk = Object.keys(outputs).find((name) => module.test(outputs[name]?.entryPoint ?? ''))
    if (!chunk) throw new Error(`The client has no chunk for ${module.source}.`)
    return chunk
  }
  const withImports = (chunk: string, known = new Set<string>()): Set<string> => {
    if (known.has(chunk)) return known
    known.add(chunk)
    for (const { path, kind } of outputs[chunk]?.imports ?? [])
      if (kind === 'import-statement') withImports(path, known)
    return known
  }
  const main = chunkOf(/client\/main\.tsx$/)
  const alreadyThere = withImports(main)
  const later = (module: RegExp): string[] =>
    [...withImports(chunkOf(module))].filter((chunk) => !alreadyThere.has(chunk)).map(urlOf)
  const shared = [...alreadyThere].filter((chunk) => chunk !== main).map(urlOf)
  return {
    script: urlOf(main),
    pages: Object.fromEntries(
      pageNames.map((name) => [name, [...shared, ...later(new RegExp(`/${name}-page\\.tsx$`))]]),
    ) as Record<PageName, string[]>,
    languages: Object.fromEntries(
      locales.map((locale) => [locale, later(new RegExp(`/messages/${locale}\\.ts$`))]),
    ) as Record<Locale, string[]>,
  }
}

/** Compressed once here, as hard as it goes, so that no request ever pays for it. */
async function compress(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Pick<Asset, 'br' | 'gzip'>> {
  const forms = {
    br: { ending: '.br', content: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) },
    gzip: { ending: '.gz', content: gzipSync(bytes, { level: 9 }) },
  }
  const kept: Pick<Asset, 'br' | 'gzip'> = {}
  for (const name of ['br', 'gzip'] as const) {
    const { ending, content } = forms[name]
    if (content.length >= bytes.length) continue
    await Bun.write(path + ending, content)
    kept[name] = basename(path) + ending
  }
  return kept
}

/** Everything the result depends on: sources, packages, Bun. */
async function hashOfInputs(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256').update(Bun.version)
  const sources = await Array.fromAsync(new Bun.Glob('src/**/*').scan({ cwd: root }))
  for (const path of ['package.json', 'bun.lock', 'tsconfig.json', ...sources.toSorted()])
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex')
}

/** Builds both, unless `--if-changed` is given and `dist` was made from the same inputs; with `--client` a quick client alone, to develop with. */
async function build(options: string[]): Promise<void> {
  if (options.includes('--client')) return void (await buildClient('development'))
  const mark = Bun.file(join(root, 'dist/inputs.sha256'))
  const inputs = await hashOfInputs()
  const unchanged = (await Bun.file(binary).exists()) && (await mark.exists()) && (await mark.text()) === inputs
  if (unchanged && options.includes('--if-changed')) return
  console.log('Building …')
  if (await mark.exists()) await mark.delete()
  await buildClient('production')
  await buildBinary()
  await mark.write(inputs)
}

if (import.meta.main) await build(process.argv.slice(2))
