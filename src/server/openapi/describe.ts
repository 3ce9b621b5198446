import { answers } from '#shared/messages/answers.ts'
import { type ProblemName, statusOf } from '#shared/problem.ts'
import { type Endpoint, type EndpointName, endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import * as z from 'zod/mini'
import { version } from '../../../package.json'

type Schema = Record<string, unknown> & { properties?: Record<string, unknown>; required?: string[] }

/** The OpenAPI 3.1 description of every endpoint of the table, refusals included. */
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
        session: { type: 'apiKey', in: 'cookie', name: origin.protocol === 'https:' ? '__Host-kontor' : 'kontor' },
      },
    },
  }
}

function describeOperation(name: EndpointName, endpoint: Endpoint): Record<string, unknown> {
  const { access, method, path, status } = endpoint
  const pathNames = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
  const input = toJsonSchema(endpoint.input)
  const properties = Object.entries(input.properties ?? {})
  const isRequired = (field: string): boolean => input.required?.includes(field) ?? false
  const inPath = properties.filter(([field]) => pathNames.includes(field))
  const rest = properties.filter(([field]) => !pathNames.includes(field))
  const hasBody = (method === 'POST' || method === 'PUT') && rest.length > 0
  const parameters = [
    ...inPath.map(([field, schema]) => ({ name: field, in: 'path', required: true, schema })),
    ...(hasBody
      ? []
      : rest.map(([field, schema]) => ({ name: field, in: 'query', required: isRequired(field), schema }))),
  ]
  return {
    operationId: name,
    ...(access === 'anyone' ? { security: [] } : { security: [{ session: [] }] }),
    ...(access === 'anyone' || access === 'logged-in' ? {} : { 'x-permission': access }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hasBody
      ? { requestBody: describeRequestBody(Object.fromEntries(rest), rest.map(([field]) => field).filter(isRequired)) }
      : {}),
    responses: {
      [status]: { description: 'Done.', content: { 'application/json': { schema: toJsonSchema(endpoint.output) } } },
      ...describeProblems(name, endpoint, properties.length > 0),
    },
  }
}

function describeRequestBody(properties: Record<string, unknown>, required: string[]): Record<string, unknown> {
  const schema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  const hasFile = Object.values(properties).some((property) => (property as Schema)['format'] === 'binary')
  const types = hasFile ? ['multipart/form-data'] : ['application/json', 'application/x-www-form-urlencoded']
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** What a checked value looks like; where a schema reads several spellings, this is the one it makes of them. */
function toJsonSchema(schema: z.ZodMiniType): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })
  return rest as Schema
}

/** Beyond what follows from the method and the access; see `Refusal` in the verbs. */
const endpointProblems: Partial<Record<EndpointName, ProblemName[]>> = {
  login: ['invalid-credentials', 'account-pending', 'account-suspended', 'too-many-attempts'],
  register: ['registration-closed', 'setup-link-invalid', 'too-many-attempts'],
  getOrder: ['not-found'],
  shipOrder: ['not-found', 'illegal-transition', 'changed-meanwhile'],
  importOrders: ['not-an-order-export', 'too-large'],
  approveUser: ['not-found', 'above-your-rank', 'illegal-transition'],
  rejectUser: ['not-found', 'above-your-rank', 'illegal-transition'],
  suspendUser: ['not-found', 'above-your-rank', 'own-account', 'last-owner', 'illegal-transition'],
  restoreUser: ['not-found', 'above-your-rank', 'illegal-transition'],
  getIcons: ['not-found'],
}

function describeProblems(
  name: EndpointName,
  { access, method }: Endpoint,
  hasInput: boolean,
): Record<string, unknown> {
  const names: ProblemName[] = [...(endpointProblems[name] ?? [])]
  if (access !== 'anyone') names.push('not-logged-in')
  if (access !== 'anyone' && access !== 'logged-in') names.push('permission-denied')
  if (method !== 'GET') names.push('cross-site', 'storage-full')
  if (hasInput) names.push('malformed-body', 'invalid-input')
  names.push('internal', 'unavailable')
  const byStatus = Map.groupBy(names, statusOf)
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
        properties: { pointer: { type: 'string' }, detail: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
}
