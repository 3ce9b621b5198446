/** `npm start`: whatever is missing is fetched, whatever changed is built, and Kontor serves. */
import { become, prepare, root, run } from './toolchain.mjs'
import { join } from 'node:path'

run(prepare(), ['src/server/build.ts', '--if-changed'])
become(join(root, 'dist/kontor'), ['serve', ...process.argv.slice(2)])
