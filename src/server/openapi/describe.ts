import { yieldToEventLoop } from '#server/runtime/event-loop.ts'
import { type ApiExample, loadExamples } from '#server/openapi/examples.ts'
import {
  describedHeaders,
  describeResponses,
  exampleProblems,
  type OperationResponse,
} from '#server/openapi/describe-responses.ts'
import { describeField } from '#server/openapi/input-descriptions.ts'
import {
  describeInput,
  describeNamedSchemas,
  type InputSchema,
  type Schema,
  toJsonSchema,
} from '#server/openapi/json-schema.ts'
import { idempotencyKey } from '#shared/constants.ts'
import { acceptsTokens, type Endpoint, needsSession } from '#shared/routes/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { webhookTopics } from '#shared/webhooks/topics.ts'
import { webhookEvent } from '#shared/webhooks/webhooks.ts'
import type * as z from 'zod/mini'
import { version } from '../../../package.json'

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
      schemas: describeNamedSchemas(),
      examples: exampleProblems,
      headers: describedHeaders,
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
  /** A part of the API: the first part of the path. */
  'tags': string[]
  'security': Record<string, []>[]
  'x-permission'?: string
  'parameters'?: {
    name: string
    in: string
    required: boolean
    description?: string | undefined
    schema: Schema
    example?: unknown
  }[]
  'requestBody'?: { required: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  'responses': Record<string, OperationResponse>
}
function describeOperation(name: EndpointName, endpoint: Endpoint, example: ApiExample): Operation {
  const { access, method } = endpoint
  const parameters = [
    ...describeParameters(name, endpoint.params, 'path', example),
    ...describeParameters(name, endpoint.query, 'query', example),
    ...(endpoint.idempotent ? [idempotencyKeyParameter] : []),
  ]
  const body = describeBody(name, endpoint.body)
  const hasBody = (method === 'POST' || method === 'PUT') && Object.keys(body.properties).length > 0
  return {
    operationId: name,
    summary: toSentence(name),
    tags: [endpoint.path.split('/')[2]?.replace(/^_/, '').replace(/\..*$/, '') ?? ''],
    security: listSecurity(endpoint),
    ...(needsSession(access) && access !== 'logged-in' ? { 'x-permission': access } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: describeRequestBody(body, endpoint.uploadLimitBytes > 0, example) } : {}),
    responses: describeResponses(endpoint, example.answer),
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
  operation: EndpointName,
  schema: z.ZodMiniObject,
  place: 'path' | 'query',
  { parameters }: ApiExample,
): NonNullable<Operation['parameters']> {
  const { properties, required } = describeInput(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: describeField(operation, name),
    schema: property,
    ...pickExample(parameters[name]),
  }))
}

function describeBody(operation: EndpointName, schema: z.ZodMiniObject): InputSchema {
  const { properties, ...rest } = describeInput(schema)
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, description: describeField(operation, name) },
  ])
  return { properties: Object.fromEntries(described), ...rest }
}

function describeRequestBody(
  { properties, required, ...rest }: InputSchema,
  hasFiles: boolean,
  { body }: ApiExample,
): NonNullable<Operation['requestBody']> {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...rest }
  const needsFile = required.some((name) => properties[name]?.['format'] === 'binary')
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
