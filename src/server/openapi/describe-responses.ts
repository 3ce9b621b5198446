import { type Schema, toJsonSchema } from '#server/openapi/json-schema.ts'
import { toProblem } from '#server/problems/to-problem.ts'
import { answers } from '#shared/messages/answers.ts'
import { ProblemError, type ProblemName, problemNames, statusOf } from '#shared/problem.ts'
import { problem } from '#shared/problem-schema.ts'
import { type Endpoint, problemsOf } from '#shared/routes/endpoint.ts'

export interface OperationResponse {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { $ref: string }> }>
}

/** Every response of an endpoint by its status; `example` is a recorded answer. */
export function describeResponses(endpoint: Endpoint, example: unknown): Record<string, OperationResponse> {
  const { status, otherStatuses, answerType, output } = endpoint
  const schema = toJsonSchema(output)
  return {
    [status]: {
      description: 'Done.',
      content: { [answerType]: { schema, ...(example === undefined ? {} : { example }) } },
    },
    ...(otherStatuses.includes(200) && {
      200: { description: 'It was there already. Nothing was changed.', content: { [answerType]: { schema } } },
    }),
    ...(otherStatuses.includes(204) && { 204: { description: 'There is nothing to answer.' } }),
    ...describeProblems(endpoint),
    431: { description: 'The URL, or the URL and the headers together, are longer than 16 KB. There is no body.' },
  }
}

function describeProblems(endpoint: Endpoint): Record<string, OperationResponse> {
  const byStatus = Map.groupBy(problemsOf(endpoint), statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, problems]) => [
      status,
      {
        description: problems.map((name) => `${name}: ${answers.en.problems[name].title}`).join('; '),
        ...(problems.some((name) => retried.has(name)) && {
          headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
        }),
        content: { 'application/problem+json': { schema: toJsonSchema(problem), examples: referTo(problems) } },
      },
    ]),
  )
}

const referTo = (problems: readonly ProblemName[]): Record<string, { $ref: string }> =>
  Object.fromEntries(problems.map((name) => [name, { $ref: `#/components/examples/${name}` }]))

/** Those that say how long to wait. */
const retried = new Set(problemNames.filter((name) => 'Retry-After' in toProblem(new ProblemError(name), 'en').headers))

/** Each problem as it is answered, without what depends on the request. */
export const exampleProblems = Object.fromEntries(
  problemNames.map((name) => [name, { value: toProblem(new ProblemError(name), 'en').problem }]),
)

export const describedHeaders = {
  RetryAfter: {
    description: 'For how many seconds to wait before the request is sent again.',
    schema: { type: 'integer' },
  },
}
