import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'

/** The allowed imports, as in docs/architecture.md. The first rule whose `files` matches a file applies to it. */
const rules: { files: RegExp; allowed: RegExp }[] = [
  { files: /^shared\//, allowed: /^(#shared\/|zod\/mini$|fxa-common-password-list$)/ },
  {
    files: /^client\//,
    allowed:
      /^(#client\/|#shared\/|\.\/[a-z-]+\.css$|(react|react-dom|radix-ui|lucide)(\/|$)|@simplewebauthn\/browser$)/,
  },
  {
    files: /^server\/http\/(pages|handle-error|markup-cache)\.tsx$/,
    allowed: /^(#client\/|#server\/|#shared\/|node:|bun$|@?hono\b|react)/,
  },
  {
    files: /^server\/(app\.ts$|http\/)/,
    allowed: /^(#server\/|#shared\/|node:|bun$|@?hono\b|@fastify\/busboy$|.*package\.json$)/,
  },
  {
    files: /^server\/db\//,
    allowed: /^(#server\/((db|log|runtime)\/|[^/]+\.ts$)|#shared\/|\.\/migrations\/|node:|bun(:sqlite)?$|kysely$)/,
  },
  {
    files: /^server\/(print\/|openapi\/render-[\w-]+\.ts$)/,
    allowed: /^(#server\/|#shared\/|hono\/html$|.*document\.css$)/,
  },
  { files: /^server\/mail\/(render-mail|smtp)\.ts$/, allowed: /^(#server\/|#shared\/|hono\/html$|nodemailer$)/ },
  {
    files: /^server\/auth\/(totp|passkeys|qr-code)\.ts$/,
    allowed: /^(#server\/|#shared\/|node:|otpauth$|uqr$|@simplewebauthn\/server$|reflect-metadata$)/,
  },
  { files: /^server\/auth\/identity-provider\.ts$/, allowed: /^(#server\/|#shared\/|openid-client$)/ },
  { files: /^server\/runtime\/collect-garbage\.ts$/, allowed: /^bun:jsc$/ },
  { files: /^server\/files\/zip\.ts$/, allowed: /^(#server\/|#shared\/|node:|fflate$)/ },
  { files: /^server\/xml\//, allowed: /^(#server\/|#shared\/|sax$)/ },
  { files: /^server\/build\/build-client\.ts$/, allowed: /^(#server\/|#shared\/|node:|rolldown$)/ },
  { files: /^server\/.+\/([^/]*-)?(store|loaders|query)\.ts$/, allowed: /^(#server\/|#shared\/|node:|bun$|kysely$)/ },
  {
    files: /^server\//,
    allowed: /^(#server\/|#shared\/|node:|bun$|lucide|zod\/mini$|pinyin-pro$|.*package\.json$)/,
  },
]

/** Server features import neither the tables of actions and loaders, nor HTTP, nor commands, nor the store of another feature. */
const outsideModules = /^server\/([^/]+\.ts$|(db|http|commands)\/)/
const aboveModules = /^#server\/((app|main|actions|loaders)\.ts$|(build\/build\.ts|http\/|commands\/))/
const storagePattern = /^#server\/([^/]+)\/(?:.+\/)?([^/]*-)?(store|loaders)\.ts$/

test('imports point the allowed way', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan('src')) {
    const rule = rules.find(({ files }) => files.test(file))
    for (const name of parseImports(await Bun.file(`src/${file}`).text()))
      if (!rule?.allowed.test(name) || (isInModule(file) && breaksModuleBoundary(file, name)))
        forbidden.push(`src/${file}: ${name}`)
  }
  expect(forbidden).toEqual([])
})

/** `contract.ts` is loaded as a chunk of its own, so what callers need of it must be exported there. */
const mayReExport = /^client\/api\/contract\.ts$/

test('no file exports what another file defines', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan('src'))
    for (const [line] of (await Bun.file(`src/${file}`).text()).matchAll(/^export (type )?[{*].*/gm))
      if (!mayReExport.test(file)) forbidden.push(`src/${file}: ${line}`)
  expect(forbidden).toEqual([])
})

test('actions.ts of a feature exports only actions, and only the tables of actions import it from outside', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.ts').scan('src/server')) {
    const source = await Bun.file(`src/server/${file}`).text()
    if (file.endsWith('/actions.ts'))
      for (const [line] of source.matchAll(/^export .*/gm))
        if (!/^export const \w+: Action<'\w+'> =/.test(line)) forbidden.push(`src/server/${file}: ${line}`)
    // The demo shop does what its staff would do, so it has a table of actions, too.
    if (/^(actions\.ts$|demo\/)/.test(file)) continue
    for (const name of parseImports(source)) {
      const feature = /^#server\/([^/]+)\/(?:.+\/)?actions\.ts$/.exec(name)?.[1]
      if (feature !== undefined && !file.startsWith(`${feature}/`)) forbidden.push(`src/server/${file}: ${name}`)
    }
  }
  expect(forbidden).toEqual([])
})

/** What other modules may use of the self-check. They cannot use `findings.ts`, so every check of rows is in its folder. */
const selfCheckEntries = /^#server\/self-check\/(actions|kept-heads|verification-run|verify)\.ts$/

test('all checks are in the self-check, in folders named like those that they check', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.ts').scan('src/server')) {
    if (file.startsWith('self-check/')) {
      const folder = file.slice('self-check/'.length, Math.max(file.lastIndexOf('/'), 'self-check/'.length))
      if (!existsSync(`src/server/${folder}`)) forbidden.push(`src/server/${file}: no folder src/server/${folder}`)
    } else if (file !== 'verify-worker.ts')
      for (const name of parseImports(await Bun.file(`src/server/${file}`).text()))
        if (name.startsWith('#server/self-check/') && !selfCheckEntries.test(name))
          forbidden.push(`src/server/${file}: ${name}`)
  }
  expect(forbidden).toEqual([])
})

/** Each line: what decides access or changes data, and the only files of the server that use it. */
const accessRules: { uses: RegExp; allowed: RegExp }[] = [
  // Calls and pages are authorized by HTTP; actions get a context that already is.
  { uses: /\b(authorize|canAccess|refreshSession)\(/, allowed: /^(auth\/access|http\/[\w-]+)\.tsx?$/ },
  { uses: /ProblemError\('(permission-denied|not-logged-in)'/, allowed: /^(auth\/access|http\/api)\.ts$/ },
  // The policies of staff, of views as someone else and of refunds decide where a permission alone does not.
  {
    uses: /\broleHasPermission\(/,
    allowed: /^(auth\/access|auth\/view-as|staff\/policy|orders\/money\/refund-policy)\.ts$/,
  },
  // Every change of a request goes through `inTransaction(context, …)`; these work without a request.
  {
    uses: /\.inTransaction\(/,
    allowed: /^((auth\/(access|pending-revocations|purge-expired|sessions|setup)|tokens\/tokens)\.ts$|db\/|events\/)/,
  },
  // What a request may do is decided by `authorize`, and nothing changes it later.
  { uses: /\.access = /, allowed: /^auth\/access\.ts$/ },
  // The context of a request before it is authorized or after it failed, of the operator, and of the last note about an import.
  {
    uses: /access: 'anyone'/,
    allowed: /^(context|http\/(context-loader|handle-error)|imports\/import-record|staff\/import-actions)\.tsx?$/,
  },
]

test('the documentation names files that exist', async () => {
  const files = await Array.fromAsync(new Bun.Glob('{src,tests,scripts}/**/*').scan())
  const pages = await Array.fromAsync(new Bun.Glob('docs/**/*.md').scan())
  const missing: string[] = []
  for (const page of ['README.md', ...pages]) {
    for (const [, name = ''] of (await Bun.file(page).text()).matchAll(/`([\w-][\w./-]*\.(?:tsx?|css|sql|mjs))`/g))
      if (!files.some((file) => `/${file}`.endsWith(`/${name}`)) && !existsSync(name)) missing.push(`${page}: ${name}`)
  }
  expect(missing).toEqual([])
})

test('access is decided in one place', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan('src/server')) {
    const source = await Bun.file(`src/server/${file}`).text()
    for (const { uses, allowed } of accessRules)
      if (uses.test(source) && !allowed.test(file)) forbidden.push(`src/server/${file}: ${uses.exec(source)?.[0]}`)
  }
  expect(forbidden).toEqual([])
})

test('assertions about promises are awaited', async () => {
  const floating: string[] = []
  for await (const file of new Bun.Glob('**/*.test.{ts,tsx}').scan('tests'))
    for (const statement of findStatements(await Bun.file(`tests/${file}`).text(), /^ *expect\(/))
      if (/\.(rejects|resolves)\./.test(statement)) floating.push(`tests/${file}: ${statement.trim()}`)
  expect(floating).toEqual([])
})

/** A call that finds elements, with the selector it passes. */
const selectorCall =
  /\b(?:querySelector(?:All)?|closest|matches|locator|waitForSelector|find|type|blur|click|getTexts)(?:<\w+>)?\((?:[^'"`\n]*, )?\s*(['"`])((?:(?!\1).)*)\1/g
/** A class, or the position of an element among others. */
const classOrPosition = /(?:^|[\s>+~,(\w\]*])\.[a-z]|:(?:nth|first|last)-|getElementsByClassName/i

test('tests find elements by what users perceive, not by class or position', async () => {
  const forbidden: string[] = []
  for await (const file of new Bun.Glob('{client,e2e,support}/**/*.{ts,tsx}').scan('tests'))
    for (const [call, , selector = ''] of (await Bun.file(`tests/${file}`).text()).matchAll(selectorCall)) {
      // Texts and values of attributes may contain a dot.
      const withoutValues = selector.replace(/\[[^\]]*\]|text=.*/g, '')
      if (classOrPosition.test(withoutValues)) forbidden.push(`tests/${file}: ${call}`)
    }
  expect(forbidden).toEqual([])
})

/** The statements whose first line matches, as the formatter lays them out: every further line is indented or closes a bracket. */
function findStatements(source: string, firstLine: RegExp): string[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    if (!firstLine.test(line)) return []
    const indent = line.length - line.trimStart().length
    const end = lines.findIndex(
      (next, at) => at > index && !next.startsWith(' '.repeat(indent + 1)) && !next.trim().startsWith(')'),
    )
    return [lines.slice(index, end).join('\n')]
  })
}

const parseImports = (source: string): string[] =>
  [...source.matchAll(/(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm)].map(([, name]) => name ?? '')

const isInModule = (file: string): boolean => file.startsWith('server/') && !outsideModules.test(file)

function breaksModuleBoundary(file: string, name: string): boolean {
  const module = storagePattern.exec(name)?.[1]
  return aboveModules.test(name) || (module !== undefined && !file.startsWith(`server/${module}/`))
}
