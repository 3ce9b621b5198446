/** `npm start`: installs what is missing, builds what changed, and runs `kontor serve`. */
import { replaceProcess, prepare, root, run } from './toolchain.mjs'
import { join } from 'node:path'

run(prepare(), ['src/server/build/build.ts', '--if-changed'])
replaceProcess(join(root, 'dist/kontor'), ['serve', ...process.argv.slice(2)])
