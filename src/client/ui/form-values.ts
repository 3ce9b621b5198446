import { pointerToName } from '#client/ui/form-state.ts'
import type { Messages } from '#shared/messages/en.ts'
import { formatMessage, type MessageTemplate } from '#shared/problem.ts'
import { checkEndpointInput, splitInput } from '#shared/routes/endpoint-input.ts'
import { endpoints, type EndpointName } from '#shared/routes/endpoints.ts'

/** What a form holds, as the input of its endpoint: several values of one name as a list, without what only the page needs. */
export function readFormValues(form: HTMLFormElement, submitter: HTMLElement | null = null): Record<string, unknown> {
  const data = new FormData(form, submitter)
  data.delete('_endpoint')
  const values: Record<string, unknown> = {}
  for (const name of new Set(data.keys())) {
    const all = data.getAll(name)
    values[name] = all.length > 1 ? all : all[0]
  }
  return values
}

/** The fields that the endpoint's own schema refuses, by name, each with its sentence. What only the server knows is not among them. */
export function validateValues(
  endpoint: EndpointName,
  values: Record<string, unknown>,
  sentences: Messages['fields'],
): Record<string, string> {
  const { errors } = checkEndpointInput(endpoints[endpoint], splitInput(endpoints[endpoint], values), sentences)
  return Object.fromEntries(
    errors.map(({ pointer, reason, parameters }) => [
      pointerToName(pointer),
      formatMessage((sentences as Record<string, MessageTemplate>)[reason] ?? sentences.invalid, parameters),
    ]),
  )
}
