import type { Verb } from '#server/context.ts'
import { describeApi } from '#server/openapi/describe.ts'

let description: ReturnType<typeof describeApi> | undefined

/** Made once, from the table that serves the API. */
export const getOpenApi: Verb<'getOpenApi'> = async ({ kontor }) => {
  description ??= describeApi(kontor.config.origin)
  return description
}
