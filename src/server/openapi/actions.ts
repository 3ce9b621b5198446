import type { Kontor, Action } from '#server/context.ts'
import { describeApi } from '#server/openapi/describe.ts'

const descriptions = new WeakMap<Kontor, ReturnType<typeof describeApi>>()

/** The OpenAPI description, generated once from the endpoint table. */
export const getOpenApi: Action<'getOpenApi'> = async ({ kontor }) => {
  const description = descriptions.get(kontor) ?? describeApi(kontor.config.origin)
  descriptions.set(kontor, description)
  return description
}
