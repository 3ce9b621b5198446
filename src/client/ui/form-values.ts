import { pageUser } from '#shared/constants.ts'
import { parseFormFields } from '#shared/form-fields.ts'
import type { Messages } from '#shared/messages/en.ts'
import { formatMessage, type FieldProblem, type MessageTemplate } from '#shared/problem.ts'
import { checkEndpointInput, splitInput } from '#shared/routes/endpoint-input.ts'
import { endpoints, type EndpointName } from '#shared/routes/endpoints.ts'

/** The values of a form as input of its endpoint, nested as their names say. */
export function readFormValues(form: HTMLFormElement, submitter: HTMLElement | null = null): Record<string, unknown> {
  const data = new FormData(form, submitter)
  for (const name of ['_endpoint', pageUser.field]) data.delete(name)
  return parseFormFields(data)
}

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
