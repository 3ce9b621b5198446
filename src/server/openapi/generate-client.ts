import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import type { describeApi, Operation } from '#server/openapi/describe.ts'
import type { Schema } from '#server/openapi/json-schema.ts'
import { toField, toType } from '#server/openapi/schema-types.ts'
import runtime from '#server/openapi/client-runtime.txt' with { type: 'text' }

export type Description = Awaited<ReturnType<typeof describeApi>>

/** An operation that programs call with a token. */
interface Route {
  method: string
  path: string
  operation: Operation
}

/** How many operations are written before other requests run. */
const perTurn = 20

/**
 * A client in TypeScript for what programs can call with a token: a module without dependencies, with the types of every input and answer.
 * Inputs are flat objects, like those of the browser: the client puts each value into the path, the query or the body.
 */
export async function generateClient({ info, paths, components }: Description): Promise<string> {
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]): Route[] =>
      operation.security.some((each) => 'token' in each) ? [{ method: method.toUpperCase(), path, operation }] : [],
    ),
  )
  const types: string[] = []
  for (const [index, route] of routes.entries()) {
    if (index % perTurn === 0) await yieldToEventLoop()
    types.push(describeType(route))
  }
  return [
    `// Kontor ${info.version}. Written by GET /api/client.ts: do not edit.\n`,
    ...Object.entries(components.schemas).map(([name, schema]) => describeNamedType(name, schema)),
    `/** The input and the answer of every operation. */\nexport interface Operations {\n${types.join('\n')}\n}\n`,
    `const routes: { readonly [Name in keyof Operations]: Route } = {\n${routes.map(describeRoute).join('\n')}\n}\n`,
    runtime,
  ].join('\n')
}

function describeNamedType(name: string, schema: Schema): string {
  const { properties, required = [] } = schema
  if (!properties) return `export type ${name} = ${toType(schema)}\n`
  const fields = Object.entries(properties).map(
    ([field, property]) =>
      `  ${toComment(property['description'])}${toField(field, property, required.includes(field))}\n`,
  )
  return `export interface ${name} {\n${fields.join('')}}\n`
}

function describeType({ operation }: Route): string {
  const { operationId, summary, parameters = [], requestBody } = operation
  const permission = operation['x-permission']
  const fields = parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, required, schema, description }) => toComment(description) + toField(name, schema, required))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  for (const [name, schema] of Object.entries(body?.properties ?? {}))
    fields.push(
      toComment(schema['description']) + toField(name, schema as Schema, body?.required?.includes(name) ?? false),
    )
  const input = fields.length === 0 ? '{}' : `{${fields.map((field) => `\n    ${field}`).join('')}\n  }`
  return `  /** ${summary}${permission ? ` (${permission})` : ''}. */\n  ${operationId}: { input: ${input}; output: ${toOutput(operation)} }`
}

/** What editors show of a field. */
const toComment = (description: unknown): string => (typeof description === 'string' ? `/** ${description} */ ` : '')

/** The answer of success: its shape, a text, or the response as it is for lines and files. */
function toOutput({ responses }: Operation): string {
  const [type, media] = Object.entries((responses['200'] ?? responses['201'])?.content ?? {})[0] ?? []
  if (type === 'application/json') return toType(media?.schema)
  return type?.startsWith('text/') ? 'string' : 'Response'
}

function describeRoute({ method, path, operation }: Route): string {
  const { operationId, parameters = [], responses } = operation
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const type = Object.keys((responses['200'] ?? responses['201'])?.content ?? {})[0] ?? ''
  const answer = type === 'application/json' ? 'json' : type.startsWith('text/') ? 'text' : 'response'
  return `  ${operationId}: [${[method, path].map((text) => JSON.stringify(text)).join(', ')}, ${JSON.stringify(query)}, '${answer}'],`
}
