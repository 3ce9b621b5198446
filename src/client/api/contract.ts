import type { Messages } from '#shared/messages/en.ts'
import { toFormFields } from '#shared/form-fields.ts'
import { formatMessage, type FieldProblem, type MessageTemplate } from '#shared/problem.ts'
import { type Endpoint, isSafeToRepeat } from '#shared/routes/endpoint.ts'
import { checkEndpointInput, splitInput } from '#shared/routes/endpoint-input.ts'
import { endpoints, type EndpointName } from '#shared/routes/endpoints.ts'

export { endpoints, isSafeToRepeat }

/** The errors that the endpoint's schema finds in the values, with their messages. The server may find more. */
export function validateValues(
  endpoint: EndpointName,
  values: Record<string, unknown>,
  fieldMessages: Messages['fields'],
): FieldProblem[] {
  const { errors } = checkEndpointInput(endpoints[endpoint], splitInput(endpoints[endpoint], values), fieldMessages)
  return errors.map(({ pointer, reason, parameters }) => ({
    pointer,
    detail: formatMessage(
      (fieldMessages as Record<string, MessageTemplate>)[reason] ?? fieldMessages.invalid,
      parameters,
    ),
  }))
}

/** The request of a call: each value goes into the path, the query or the body, as the endpoint declares it. */
export function buildRequest(
  endpoint: Endpoint,
  input: Record<string, unknown>,
): { url: string; init: RequestInit & { headers: Record<string, string> } } {
  const { params, query, body } = splitInput(endpoint, input)
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const url = path + buildQuery(query)
  const headers = { accept: 'application/json' }
  const { method } = endpoint
  if (method === 'GET' || method === 'DELETE') return { url, init: { method, headers } }
  if (Object.values(body).some((value) => value instanceof Blob))
    return { url, init: { method, headers, body: buildFormData(body) } }
  const json = JSON.stringify(body)
  return { url, init: { method, headers: { ...headers, 'content-type': 'application/json' }, body: json } }
}

function buildQuery(values: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(values))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null && item !== '') search.append(key, String(item))
  const text = search.toString()
  return text && `?${text}`
}

function buildFormData(values: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [key, value] of Object.entries(values))
    if (value instanceof Blob) form.append(key, value)
    else if (typeof value === 'object' && value !== null)
      for (const [name, text] of Object.entries(toFormFields({ [key]: value }))) form.append(name, text)
    else if (value !== undefined && value !== null) form.append(key, String(value))
  return form
}
