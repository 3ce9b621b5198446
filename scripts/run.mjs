/** `node scripts/run.mjs FILE …`: runs a TypeScript file of the project with the pinned Bun and the packages it needs. */
import { replaceProcess, prepare, root } from './toolchain.mjs'
import { join } from 'node:path'

// As in the binary (src/server/start.ts): the last of JavaScriptCore's compilers takes longer than it saves.
process.env.BUN_JSC_useFTLJIT ??= '0'
const [file, ...values] = process.argv.slice(2)
replaceProcess(prepare(), [join(root, file), ...values])
