/** `npm start`: installs what is missing, builds what changed, and runs `kontor serve`. */
import { become, prepare, root, run } from './toolchain.mjs'
import { join } from 'node:path'

run(prepare(), ['src/server/build.ts', '--if-changed'])
become(join(root, 'dist/kontor'), ['serve', ...process.argv.slice(2)])
