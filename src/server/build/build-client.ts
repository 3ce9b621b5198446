import type { Asset, Manifest } from '#server/build/build-info.ts'
import { type PageName, pageNames } from '#shared/routes/pages.ts'
import { type Locale, locales } from '#shared/locales.ts'
import { mkdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build, type ChunkingContext, type OutputChunk, type RolldownPlugin } from 'rolldown'

const root = join(import.meta.dir, '../../..')
export const clientFolder = join(root, 'dist/client')
const urlPrefix = '/_assets/'
const fileNames = '[name]-[hash].[ext]'

/** The schemas of the endpoints and what only they need. */
const contract =
  /\/node_modules\/zod\/|\/client\/api\/contract\.ts$|\/shared\/(.+\/)?(endpoints?|endpoint-input|inputs|views|list-query|query-text)\.ts$/

export type Mode = 'production' | 'development'

/** Empties `dist/client` and bundles the client into it. Throws when a page or a language has no chunk. */
export async function buildClient(mode: Mode): Promise<Manifest> {
  rmSync(clientFolder, { recursive: true, force: true })
  mkdirSync(clientFolder, { recursive: true })
  const chunks = await bundleScripts(mode)
  await bundleStyles(mode)
  const hash = new Bun.CryptoHasher('sha256')
  const files: Record<string, Asset> = {}
  for (const name of [...new Bun.Glob('*').scanSync(clientFolder)].toSorted()) {
    const path = join(clientFolder, name)
    const bytes = await Bun.file(path).bytes()
    hash.update(name).update(bytes)
    files[toAssetUrl(name)] = {
      type: Bun.file(path).type,
      path: name,
      ...(mode === 'production' ? await compress(path, bytes) : {}),
    }
  }
  const findFile = (name: RegExp): string => {
    const url = Object.keys(files).find((each) => name.test(basename(each)))
    if (!url) throw new Error(`The client has no file ${name.source}.`)
    return url
  }
  const manifest: Manifest = {
    buildId: hash.digest('hex').slice(0, 16),
    ...resolveChunks(chunks),
    styles: { initial: findFile(/^styles-.*\.css$/), deferred: findFile(/^deferred-styles-.*\.css$/) },
    files,
  }
  await Bun.write(join(clientFolder, 'manifest.json'), JSON.stringify(manifest))
  return manifest
}

/**
 * Each chunk costs a request, so there are few: what every page starts with, what the list of orders shares with other pages (`list`), what
 * else is shared, each page, each language, and what opens later. Rolldown always keeps its runtime (500 bytes) in a chunk of its own.
 */
async function bundleScripts(mode: Mode): Promise<OutputChunk[]> {
  const { output } = await build({
    cwd: root,
    input: { main: 'src/client/main.tsx' },
    platform: 'browser',
    preserveEntrySignatures: false,
    tsconfig: 'tsconfig.json',
    // `isServer` is false here: what only the server runs is left out.
    transform: {
      define: { 'process.env.NODE_ENV': JSON.stringify(mode), 'typeof document': JSON.stringify('object') },
    },
    plugins: [noticesOnce],
    // Radix marks its modules for React Server Components, which we do not use.
    checks: { moduleLevelDirective: false },
    output: {
      dir: clientFolder,
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      minify: mode === 'production',
      // They only say what may be left out, which is done by then.
      comments: { annotation: mode !== 'production' },
      codeSplitting: {
        groups: [
          { name: 'main', tags: ['$initial'], priority: 2 },
          { name: 'radix', test: /\/node_modules\/@radix-ui\/|\/ui\/progress\.tsx$/, minShareCount: 2, priority: 2 },
          {
            name: (id, context) =>
              isPartOf(listOfOrders, id, context) ? 'list' : id.includes('/client/orders/') ? 'order' : 'shared',
            debugName: 'list, order or shared',
            test: (id) => id.includes('/src/') && !contract.test(id),
            minShareCount: 2,
            priority: 1,
          },
          { name: 'contract', test: contract },
        ],
      },
    },
  })
  return output.filter((file) => file.type === 'chunk')
}

/** Every icon of lucide begins with the same notice: a chunk keeps one of each. */
const noticesOnce: RolldownPlugin = {
  name: 'notices once',
  renderChunk(code) {
    const known = new Set<string>()
    return code.replaceAll(/\/\*\*\s+\* @license[^*]*(?:\*(?!\/)[^*]*)*\*\/\n?/g, (notice) => {
      if (known.has(notice)) return ''
      known.add(notice)
      return notice
    })
  },
}

/** The list of orders and its texts. */
const listOfOrders = /\/orders-page\.tsx$|\/shared\/messages\/(en|zh)\.ts$/

/** Whether a module that matches `entry` needs this one as soon as it loads. */
function isPartOf(entry: RegExp, id: string, context: ChunkingContext, visited = new Set<string>()): boolean {
  if (entry.test(id)) return true
  if (visited.has(id)) return false
  visited.add(id)
  return context.getModuleInfo(id)?.importers.some((importer) => isPartOf(entry, importer, context, visited)) ?? false
}

async function bundleStyles(mode: Mode): Promise<void> {
  await Bun.build({
    entrypoints: ['styles.css', 'deferred-styles.css'].map((name) => join(root, 'src/client', name)),
    outdir: clientFolder,
    minify: mode === 'production',
    // Without the alternatives for browsers that know no container queries: in them, `:is(th, td)` counts as much as a class.
    target: 'bun',
    naming: { entry: fileNames, asset: fileNames },
  })
}

const toAssetUrl = (name: string): string => urlPrefix + name

/** Finds the chunks that the browser can preload in parallel with the script, instead of discovering them import by import. */
function resolveChunks(chunks: readonly OutputChunk[]): Pick<Manifest, 'script' | 'pages' | 'overlays' | 'languages'> {
  const findChunk = (module: RegExp): string => {
    const chunk = chunks.find(({ facadeModuleId }) => module.test(facadeModuleId ?? ''))
    if (!chunk) throw new Error(`The client has no chunk for ${module.source}.`)
    return chunk.fileName
  }
  const collectImports = (name: string, visited = new Set<string>()): Set<string> => {
    if (visited.has(name)) return visited
    visited.add(name)
    for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      collectImports(imported, visited)
    return visited
  }
  const main = findChunk(/client\/main\.tsx$/)
  const initialChunks = collectImports(main)
  const listLazyChunks = (module: RegExp): string[] =>
    [...collectImports(findChunk(module))].filter((chunk) => !initialChunks.has(chunk)).map(toAssetUrl)
  const listOverlayChunks = (page: RegExp): string[] => {
    const loaded = collectImports(findChunk(page), new Set(initialChunks))
    const overlays = chunks.find(({ fileName }) => fileName === findChunk(page))?.dynamicImports ?? []
    const needed = new Set(overlays.flatMap((overlay) => [...collectImports(overlay)]))
    return [...needed.difference(loaded)].map(toAssetUrl)
  }
  const pagePattern = (name: PageName): RegExp => new RegExp(`/${name}-page\\.tsx$`)
  const shared = [...initialChunks].filter((chunk) => chunk !== main).map(toAssetUrl)
  return {
    script: toAssetUrl(main),
    pages: Object.fromEntries(
      pageNames.map((name) => [name, [...shared, ...listLazyChunks(pagePattern(name))]]),
    ) as Record<PageName, string[]>,
    overlays: Object.fromEntries(pageNames.map((name) => [name, listOverlayChunks(pagePattern(name))])) as Record<
      PageName,
      string[]
    >,
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
