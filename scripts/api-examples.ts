import { buildRequest } from '#client/api/contract.ts'
import { openDatabase } from '#server/db/open.ts'
import type { ApiExample } from '#server/openapi/examples.ts'
import { splitInput } from '#shared/routes/endpoint-input.ts'
import type { Endpoint } from '#shared/routes/endpoint.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { createSamples } from '#tests/server/http/endpoint-samples.ts'
import { sampleConfig } from '#tests/server/http/sample-config.ts'
import { quietLog, testConfig } from '#tests/support/databases.ts'
import { createTestKontor } from '#tests/support/test-kontor.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Maximum number of stored items of a list. */
const maxItems = 2
const maxTextLength = 400

/**
 * Calls every endpoint with the samples of the contract test, on an empty database, and writes what was sent and answered to
 * `src/server/openapi/examples.json`. Run it after an endpoint was added, or its input or answer has changed. An example that differs from the stored one only in
 * what is random stays as it is.
 */
async function recordExamples(): Promise<Record<string, ApiExample>> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-examples-'))
  const config = { ...testConfig({ dataFolder: folder }), ...sampleConfig }
  const database = await openDatabase(config, quietLog)
  try {
    const kontor = await createTestKontor({ database, config })
    const owner = await kontor.createUser('owner', { name: 'Anna Shen' })
    const samples = createSamples(kontor, owner)
    const examples: Record<string, ApiExample> = {}
    for (const name of endpointNames) {
      const endpoint: Endpoint = endpoints[name]
      // Some calls end the session, or change how its user logs in.
      const user = await kontor.createUser('owner', { name: 'Anna Shen' })
      const sample = samples[name]
      const input = (await sample.input(user)) as Record<string, unknown>
      const { url, init } = buildRequest(endpoint, input)
      for (const [header, value] of sample.sign?.(String(init.body)) ?? []) init.headers[header] = value
      const response = await user.fetch(url, init)
      if (response.status !== endpoint.status)
        throw new Error(`${name} answered ${response.status}: ${await response.text()}`)
      const { params, query } = splitInput(endpoint, input)
      examples[name] = {
        parameters: { ...params, ...query },
        ...(typeof init.body === 'string' && { body: JSON.parse(init.body) }),
        ...(endpoint.answerType === 'application/json' && { answer: shorten(endpoint, await response.json()) }),
      }
    }
    return examples
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The answer with fewer items and shorter texts, as far as it still has the shape of the answer. */
function shorten({ output }: Endpoint, answer: unknown): unknown {
  const short = JSON.parse(JSON.stringify(answer), (_key, value: unknown) => {
    if (Array.isArray(value)) return value.slice(0, maxItems)
    return typeof value === 'string' && value.length > maxTextLength ? value.slice(0, maxTextLength) : value
  })
  return output.safeParse(short).success ? short : answer
}

/** Ids are the same in every run, and nothing looks like a secret. */
function anonymize(text: string): string {
  const ids = new Map<string, string>()
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
      ids.getOrInsertComputed(id, () => `019ce1f0-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`),
    )
    .replaceAll(/kontor_[0-9A-Za-z]{6,}/g, 'kontor_…')
    .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_…')
}

/** Numbers and flags that depend on how long something took. */
const timedFields = /"(seq|examined|unsealedEvents|isCurrent)":(\d+|true|false)/g
/** Ids, hashes, tokens, codes and what else may be random: long runs with letters and digits, and codes of six digits. */
const randomRuns = /[\w+/=-]{8,}|(?<="code":")\d{6}(?=")|(?<="events:)\d+/g

/** An example without what is random in it. */
const withoutRandom = (example: ApiExample | undefined): string =>
  JSON.stringify(example ?? null)
    .replaceAll(timedFields, '"$1":…')
    .replaceAll(randomRuns, (run) => (isNumbered(run) || !/\d/.test(run) ? run : '…'))

/** Numbers of orders and other documents, and days, are the same in every run. */
const isNumbered = (run: string): boolean => /^([A-Z]{2}\d{6}-\d+|\d{4}-\d\d-\d\d.*)$/.test(run)

const path = join(import.meta.dir, '../src/server/openapi/examples.json')
const stored = (await Bun.file(path).json()) as Record<string, ApiExample>
const recorded = await recordExamples()
// The description would contain itself.
delete recorded['getOpenApi']?.answer
const examples = JSON.parse(anonymize(JSON.stringify(recorded))) as Record<string, ApiExample>
let changed = 0
for (const [name, example] of Object.entries(examples)) {
  const before = stored[name]
  if (before && withoutRandom(before) === withoutRandom(example)) examples[name] = before
  else changed++
}
await Bun.write(path, `${JSON.stringify(examples, null, 1)}\n`)
console.log(`${Object.keys(examples).length} examples, of which ${changed} have changed; format them with bun fmt`)
