import type { Action } from '#server/context.ts'
import type { PageName } from '#shared/routes/pages.ts'
import type { Locale } from '#shared/staff/inputs.ts'
import type { BunFile } from 'bun'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One file of the client. The names are those of the build's folder; a compressed form is there where it is smaller. */
export interface Asset {
  /** The content type. */
  type: string
  path: string
  br?: string
  gzip?: string
}

/** What the client bundle is made of. Addresses begin with `/_assets/` and change with what they name. */
export interface Manifest {
  buildId: string
  /** The module that starts the browser's side, empty when nothing was built. */
  script: string
  styles: string[]
  /** The chunks a page needs besides the script. */
  pages: Record<PageName, string[]>
  /** The chunks with the words of a language. */
  languages: Record<Locale, string[]>
  /** By address. */
  files: Record<string, Asset>
}

/** In the binary the client lies beside the program; from sources it is what the last build left, if there was one. */
const clientFolder = [join(import.meta.dir, 'client'), join(import.meta.dir, '../../dist/client')].find((candidate) =>
  existsSync(join(candidate, 'manifest.json')),
)

const emptyManifest: Manifest = {
  buildId: 'unbuilt',
  script: '',
  styles: [],
  pages: { index: [], orders: [], finance: [], users: [], test: [], login: [], register: [] },
  languages: { en: [], zh: [] },
  files: {},
}

/** The manifest of the running build; an empty one when the program runs from sources that nobody built. */
export const manifest: Manifest = clientFolder
  ? (JSON.parse(readFileSync(join(clientFolder, 'manifest.json'), 'utf8')) as Manifest)
  : emptyManifest

/** Changes with every byte of the client. */
export const buildId = manifest.buildId

/** The bytes of a file that the manifest names: `path`, `br` or `gzip` of an `Asset`. Never call it with a visitor's text. */
export const openAssetFile = (name: string): BunFile => Bun.file(join(clientFolder ?? '', name))

export const getBuild: Action<'getBuild'> = async () => ({ id: buildId })
