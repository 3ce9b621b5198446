import { idempotencyKey } from '#shared/constants.ts'
import { answers } from '#shared/messages/answers.ts'
import { statusOf } from '#shared/problem.ts'
import { acceptsTokens, type Endpoint, needsSession, problemsOf } from '#shared/routes/endpoint.ts'
import { type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import * as z from 'zod/mini'
import { version } from '../../../package.json'

type Schema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] }

/** The OpenAPI 3.1 description of every endpoint of the table, with its problems. */
export function describeApi(origin: URL) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of endpointNames) {
    const { method, path } = endpoints[name]
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describeOperation(name, endpoints[name]) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Kontor', version },
    servers: [{ url: origin.origin }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        signature: { type: 'apiKey', in: 'header', name: 'webhook-signature' },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'kontor_…' },
        session: { type: 'apiKey', in: 'cookie', name: origin.protocol === 'https:' ? '__Host-kontor' : 'kontor' },
      },
    },
  }
}

function describeOperation(name: EndpointName, endpoint: Endpoint): Record<string, unknown> {
  const { access, method, status, answerType } = endpoint
  const parameters = [
    ...describeParameters(endpoint.params, 'path'),
    ...describeParameters(endpoint.query, 'query'),
    ...(endpoint.idempotent ? [idempotencyKeyParameter] : []),
  ]
  const body = describeInput(endpoint.body)
  const hasBody = (method === 'POST' || method === 'PUT') && Object.keys(body.properties).length > 0
  return {
    operationId: name,
    security: listSecurity(endpoint),
    ...(needsSession(access) && access !== 'logged-in' ? { 'x-permission': access } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody ? { requestBody: describeRequestBody(body, endpoint.uploadLimitBytes > 0) } : {}),
    responses: {
      [status]: { description: 'Done.', content: { [answerType]: { schema: toJsonSchema(endpoint.output) } } },
      ...describeProblems(endpoint),
    },
  }
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
    'A key of your choice, unique for each request. Sent again with the same content within 7 days, a request gets the same answer without a second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function describeParameters(schema: z.ZodMiniObject, place: 'path' | 'query'): Record<string, unknown>[] {
  const { properties, required } = describeInput(schema)
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function describeRequestBody(
  { properties, required }: ReturnType<typeof describeInput>,
  hasFiles: boolean,
): Record<string, unknown> {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const needsFile = required.some((name) => (properties[name] as Schema)['format'] === 'binary')
  const types = [
    ...(hasFiles ? ['multipart/form-data'] : []),
    ...(needsFile ? [] : ['application/json', 'application/x-www-form-urlencoded']),
  ]
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** The shape of a checked value; where a schema accepts several spellings, this is the one it produces. */
function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io })
  return rest as Schema
}

/** An input as its schema checks it, and which of its fields a caller has to send. */
function describeInput(schema: z.ZodMiniObject): { properties: Record<string, unknown>; required: string[] } {
  return {
    properties: toJsonSchema(schema).properties ?? {},
    required: toJsonSchema(schema, 'input').required ?? [],
  }
}

function describeProblems(endpoint: Endpoint): Record<string, unknown> {
  const byStatus = Map.groupBy(problemsOf(endpoint), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, problems]) => [
      status,
      {
        description: problems.map((problem) => `${problem}: ${answers.en.problems[problem].title}`).join('; '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

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
    requestId: { type: 'string' },
  },
}
