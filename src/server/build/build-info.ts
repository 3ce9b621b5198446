import type { Action } from '#server/context.ts'
import { type PageName, pageNames } from '#shared/routes/pages.ts'
import { type Locale, locales } from '#shared/locales.ts'
import type { BunFile } from 'bun'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the client. `path`, `br` and `gzip` are names in the client folder; compressed forms exist only where they are smaller. */
export interface Asset {
  /** The content type. */
  type: string
  path: string
  br?: string
  gzip?: string
}

/** The files of the client bundle. URLs begin with `/_assets/` and contain a content hash. */
export interface Manifest {
  buildId: string
  /** URL of the entry module; empty when the client was not built. */
  script: string
  /** `initial` is enough for the first paint of the list of orders; everything else needs both. */
  styles: { initial: string; deferred: string }
  /** URLs of the chunks each page needs besides the script. */
  pages: Record<PageName, string[]>
  /** URLs of the chunks that the panels and dialogs of each page need besides those of the page. */
  overlays: Record<PageName, string[]>
  /** URLs of the chunks with the messages of each language. */
  languages: Record<Locale, string[]>
  /** All files by URL. */
  files: Record<string, Asset>
}

/** The binary embeds the client next to the program; running from sources uses the last build, if there is one. */
const clientFolder = [join(import.meta.dir, 'client'), join(import.meta.dir, '../../../dist/client')].find(
  (candidate) => existsSync(join(candidate, 'manifest.json')),
)

const withoutChunks = <Name extends string>(names: readonly Name[]): Record<Name, string[]> =>
  Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, string[]>

const emptyManifest: Manifest = {
  buildId: 'unbuilt',
  script: '',
  styles: { initial: '', deferred: '' },
  pages: withoutChunks(pageNames),
  overlays: withoutChunks(pageNames),
  languages: withoutChunks(locales),
  files: {},
}

/** The manifest of the running build; empty when the client was not built. */
export const manifest: Manifest = clientFolder
  ? (JSON.parse(readFileSync(join(clientFolder, 'manifest.json'), 'utf8')) as Manifest)
  : emptyManifest

/** A hash of the client's files: changes with every byte of the client. */
export const buildId = manifest.buildId

/** Opens a file named by the manifest: `path`, `br` or `gzip` of an `Asset`. Does not validate the name: never pass user input. */
export const openAssetFile = (name: string): BunFile => Bun.file(join(clientFolder ?? '', name))

export const getBuild: Action<'getBuild'> = async () => ({ id: buildId })
