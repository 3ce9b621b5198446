/** `node scripts/run.mjs FILE …`: runs a TypeScript file of the project with the pinned Bun and the packages it needs. */
import { become, prepare, root } from './toolchain.mjs'
import { join } from 'node:path'

const [file, ...values] = process.argv.slice(2)
become(prepare(), [join(root, file), ...values])
