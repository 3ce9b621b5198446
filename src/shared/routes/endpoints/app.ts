import { iconParams, iconsQuery, optionalInput } from '#shared/inputs.ts'
import { watchSessionQuery } from '#shared/live/inputs.ts'
import { liveSessionPath } from '#shared/live/stream.ts'
import { liveUpdate } from '#shared/live/views.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { quoteInput } from '#shared/workbench/inputs.ts'
import { quoteView } from '#shared/workbench/views.ts'
import * as z from 'zod/mini'

/** The build, the API description and its client, icons, the end of the session, and the workbench. */
export const appEndpoints = {
  getBuild: endpoint({ method: 'GET', path: '/api/_build', access: 'anyone', output: z.object({ id: z.string() }) }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    output: z.looseObject({ openapi: z.string() }),
  }),
  /** The API reference as a page. */
  getApiReference: endpoint({
    method: 'GET',
    path: '/api/reference',
    access: 'anyone',
    query: z.object({ tag: optionalInput(z.string().check(z.maxLength(40, 'too-long'))) }),
    output: z.string(),
    answerType: 'text/html',
    problems: ['not-found'],
  }),
  /** The TypeScript client, generated from the description. */
  getApiClient: endpoint({
    method: 'GET',
    path: '/api/client.ts',
    access: 'anyone',
    output: z.string(),
    answerType: 'text/plain',
  }),
  getIcons: endpoint({
    method: 'GET',
    path: '/api/_icon/:collection',
    access: 'anyone',
    params: iconParams,
    query: iconsQuery,
    output: z.looseObject({ prefix: z.string() }),
    otherStatuses: [204],
    problems: ['not-found'],
  }),
  watchSession: endpoint({
    method: 'GET',
    path: liveSessionPath,
    access: 'logged-in',
    query: watchSessionQuery,
    output: liveUpdate,
    isBackground: true,
  }),
  calculateQuote: endpoint({
    method: 'POST',
    path: '/api/workbench/quotes',
    access: 'logged-in',
    body: quoteInput,
    output: quoteView,
    afterForm: 'show-answer',
  }),
}
