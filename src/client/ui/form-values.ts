import type { Messages } from '#shared/messages/en.ts'
import { tell, type ProblemParameters, type Sentence } from '#shared/problem.ts'
import { endpoints, type EndpointName } from '#shared/routes/endpoints.ts'

/** What a form holds, as the input of its endpoint: several values of one name as a list, without what only the page needs. */
export function valuesOf(form: HTMLFormElement, submitter: HTMLElement | null = null): Record<string, unknown> {
  const data = new FormData(form, submitter)
  data.delete('_endpoint')
  const values: Record<string, unknown> = {}
  for (const name of new Set(data.keys())) {
    const all = data.getAll(name)
    values[name] = all.length > 1 ? all : all[0]
  }
  return values
}

/**
 * The fields that the endpoint's own schema refuses, each with its sentence. Rules that only the server knows are not among them, nor
 * is what the schema says without a reason of ours: the server answers for those.
 */
export function wrongFields(
  endpoint: EndpointName,
  values: Record<string, unknown>,
  sentences: Messages['fields'],
): Record<string, string> {
  const { error } = endpoints[endpoint].input.safeParse(values)
  const wrong: Record<string, string> = {}
  for (const issue of error?.issues ?? []) {
    const sentence = (sentences as Record<string, Sentence>)[issue.message]
    if (sentence) wrong[issue.path.join('.')] ??= tell(sentence, { ...issue } as unknown as ProblemParameters)
  }
  return wrong
}
