import { yieldToEventLoop } from '#server/event-loop.ts'
import { type ApiExample, loadExamples } from '#server/openapi/examples.ts'
import { namedSchemas } from '#server/openapi/named-schemas.ts'
import { toProblem } from '#server/to-problem.ts'
import { idempotencyKey } from '#shared/constants.ts'
import { answers } from '#shared/messages/answers.ts'
import { ProblemError, type ProblemName, statusOf } from '#shared/problem.ts'
import { acceptsTokens, type Endpoint, needsSession, problemsOf } from '#shared/routes/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { webhookTopics } from '#shared/webhooks/topics.ts'
import { webhookEvent } from '#shared/webhooks/webhooks.ts'
import * as z from 'zod/mini'
import { version } from '../../../package.json'

export type Schema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] }

/** How many endpoints are described before other requests run. */
const perTurn = 20

/** The OpenAPI 3.1 description of every endpoint of the table, with its problems and an example that was recorded, and of what webhooks get. */
export async function describeApi(origin: URL) {
  const examples = await loadExamples()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const [index, name] of endpointNames.entries()) {
    if (index % perTurn === 0) await yieldToEventLoop()
    const { method, path } = endpoints[name]
    const template = path.replace(/:(\w+)/g, '{$1}')
    const operation = describeOperation(name, endpoints[name], examples[name] ?? { parameters: {} })
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kontor', version },
    servers: [{ url: origin.origin }],
    paths,
    webhooks: describeWebhooks(examples['getOrder']?.answer),
    components: {
      schemas: { Problem: problemSchema, ...describeNamedSchemas() },
      examples: exampleProblems,
      securitySchemes: {
        signature: { type: 'apiKey', in: 'header', name: 'webhook-signature' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'kontor_…' },
        session: { type: 'apiKey', in: 'cookie', name: origin.protocol === 'https:' ? '__Host-kontor' : 'kontor' },
      },
    },
  }
}

/** One endpoint, as far as others of this program read it. */
export interface Operation {
  'operationId': string
  'summary': string
  /** The room of the API: the first part of the path. */
  'tags': string[]
  'security': Record<string, []>[]
  'x-permission'?: string
  'parameters'?: { name: string; in: string; required: boolean; schema: Schema; example?: unknown }[]
  'requestBody'?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  'responses': Record<string, OperationResponse>
}
interface OperationResponse {
  description: string
  content: Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { $ref: string }> }>
}

function describeOperation(name: EndpointName, endpoint: Endpoint, example: ApiExample): Operation {
  const { access, method, status, answerType } = endpoint
  const parameters = [
    ...describeParameters(endpoint.params, 'path', example),
    ...describeParameters(endpoint.query, 'query', example),
    ...(endpoint.idempotent ? [idempotencyKeyParameter] : []),
  ]
  const body = describeInput(endpoint.body)
  const hasBody = (method === 'POST' || method === 'PUT') && Object.keys(body.properties).length > 0
  return {
    operationId: name,
    summary: toSentence(name),
    tags: [endpoint.path.split('/')[2]?.replace(/^_/, '').replace(/\..*$/, '') ?? ''],
    security: listSecurity(endpoint),
    ...(needsSession(access) && access !== 'logged-in' ? { 'x-permission': access } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: describeRequestBody(body, endpoint.uploadLimitBytes > 0, example) } : {}),
    responses: {
      [status]: {
        description: 'Done.',
        content: { [answerType]: { schema: toJsonSchema(endpoint.output), ...pickExample(example.answer) } },
      },
      ...describeProblems(endpoint),
    },
  }
}

/** `listOrders` → `List orders`. */
const toSentence = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const pickExample = (value: unknown) => (value === undefined ? {} : { example: value })

const exampleNumber = (order: unknown): string => String((order as { number?: string } | undefined)?.number)

/** What is sent to a webhook, for each topic that it can subscribe to. */
function describeWebhooks(order: unknown): Record<string, unknown> {
  const at = Date.parse('2026-03-15T02:00:00Z')
  return Object.fromEntries(
    webhookTopics.map((type) => [
      type,
      {
        post: {
          summary: `Sent to webhooks that subscribe to ${type}`,
          security: [{ signature: [] }],
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: toJsonSchema(webhookEvent),
                example: {
                  id: '019ce1f0-0000-7000-8000-000000000001',
                  ...{ type, at },
                  number: exampleNumber(order),
                  order: type === 'order.deleted' ? null : order,
                },
              },
            },
          },
          responses: { '2XX': { description: 'The event has arrived. Anything else is tried again.' } },
        },
      },
    ]),
  )
}

function listSecurity(endpoint: Endpoint): Record<string, []>[] {
  if (endpoint.access === 'signature') return [{ signature: [] }]
  if (!needsSession(endpoint.access)) return []
  return acceptsTokens(endpoint) ? [{ session: [] }, { token: [] }] : [{ session: [] }]
}

const idempotencyKeyParameter = {
  name: idempotencyKey.header,
  in: 'header',
  required: false,
  description:
    'A key of your choice, unique for each request. Sent again with the same content, a request gets the same answer without a second effect, also when it was refused with 409 or 422: use a new key to try again. After 7 days the answer is only that it was already done or refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function describeParameters(
  schema: z.ZodMiniObject,
  place: 'path' | 'query',
  { parameters }: ApiExample,
): NonNullable<Operation['parameters']> {
  const { properties, required } = describeInput(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property as Schema,
    ...pickExample(parameters[name]),
  }))
}

function describeRequestBody(
  { properties, required }: ReturnType<typeof describeInput>,
  hasFiles: boolean,
  { body }: ApiExample,
): NonNullable<Operation['requestBody']> {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const needsFile = required.some((name) => (properties[name] as Schema)['format'] === 'binary')
  const types = [
    ...(hasFiles ? ['multipart/form-data'] : []),
    ...(needsFile ? [] : ['application/json', 'application/x-www-form-urlencoded']),
  ]
  return {
    required: required.length > 0,
    content: Object.fromEntries(
      types.map((type) => [type, { schema, ...(type === 'application/json' ? pickExample(body) : {}) }]),
    ),
  }
}

/** The shape of a checked value; where a schema accepts several spellings, this is the one it produces. */
function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): Schema {
  const name = namedSchemas.get(schema)?.id
  if (name !== undefined) return { $ref: componentPath + name }
  const options = { unrepresentable: 'any', io, metadata: namedSchemas } as const
  const { $schema: _, $defs: _definitions, ...rest } = z.toJSONSchema(schema, options)
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${componentPath}`)) as Schema
}

const componentPath = '#/components/schemas/'

function describeNamedSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(namedSchemas, { unrepresentable: 'any', uri: (name) => componentPath + name })
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _schema, $id: _id, id: _name, ...schema }]) => [
      name,
      schema as Schema,
    ]),
  )
}

/** An input as its schema checks it, and which of its fields a caller has to send. */
function describeInput(schema: z.ZodMiniObject): { properties: Record<string, unknown>; required: string[] } {
  return {
    properties: toJsonSchema(schema).properties ?? {},
    required: toJsonSchema(schema, 'input').required ?? [],
  }
}

function describeProblems(endpoint: Endpoint): Record<string, OperationResponse> {
  const byStatus = Map.groupBy(problemsOf(endpoint), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, problems]) => [
      status,
      {
        description: problems.map((problem) => `${problem}: ${answers.en.problems[problem].title}`).join('; '),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' }, examples: referTo(problems) },
        },
      },
    ]),
  )
}

/** Each problem as it is answered, without what depends on the request. */
const exampleProblems = Object.fromEntries(
  (Object.keys(answers.en.problems) as ProblemName[]).map((name) => [
    name,
    { value: toProblem(new ProblemError(name), 'en').problem },
  ]),
)
const referTo = (problems: readonly ProblemName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(problems.map((name) => [name, { $ref: `#/components/examples/${name}` }]))

/** RFC 9457, as `Problem` in shared/problem.ts has it. */
const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: {
          in: { type: 'string', enum: ['path', 'query', 'header'] },
          pointer: { type: 'string' },
          detail: { type: 'string' },
        },
      },
    },
    conflicts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'base', 'mine', 'theirs'],
        properties: { field: { type: 'string' }, base: {}, mine: {}, theirs: {} },
      },
    },
    conflictVersion: { type: 'integer' },
    differences: {
      type: 'array',
      items: { type: 'object', required: ['path'], properties: { path: { type: 'string' }, known: {}, given: {} } },
    },
    table: { type: 'object', properties: { rows: { type: 'array' }, guess: { type: 'object' } } },
    requestId: { type: 'string' },
  },
}
