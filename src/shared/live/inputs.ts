import { optionalInput, wholeNumber } from '#shared/inputs.ts'
import * as z from 'zod/mini'

const time = wholeNumber(0)

/** `GET /api/live`: `order` is the number of the open order, `since` the server's time up to which the page knows all changes, epoch ms. */
export const watchOrdersQuery = z.object({
  order: optionalInput(z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))),
  since: time,
})

/** `GET /api/live/session`: without `since`, one answer has no jobs. */
export const watchSessionQuery = z.object({ since: optionalInput(time) })
