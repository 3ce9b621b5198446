import type { Action, Kontor } from '#server/context.ts'
import { describeApi } from '#server/openapi/describe.ts'
import { generateClient } from '#server/openapi/generate-client.ts'
import { renderReference } from '#server/openapi/render-reference.ts'

const descriptions = new WeakMap<Kontor, ReturnType<typeof describeApi>>()

/** The OpenAPI description, generated once from the endpoint table. */
const readDescription = (kontor: Kontor): ReturnType<typeof describeApi> => {
  const description = descriptions.get(kontor) ?? describeApi(kontor.config.origin)
  descriptions.set(kontor, description)
  return description
}

/** `GET /api/openapi.json`. */
export const getOpenApi: Action<'getOpenApi'> = ({ kontor }) => readDescription(kontor)

/** `GET /api/reference`: the same to read, one tag of the API at a time. */
export const getApiReference: Action<'getApiReference'> = async ({ kontor, locale }, { tag }) =>
  renderReference(await readDescription(kontor), tag, locale)

/** `GET /api/client.ts`: a client for programs in TypeScript, of exactly this version. */
export const getApiClient: Action<'getApiClient'> = async ({ kontor }) =>
  new Response(await generateClient(await readDescription(kontor)), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
