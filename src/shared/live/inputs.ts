import { optionalInput } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** `GET /api/live`: `order` is the number of the open order, `since` the server's time up to which the page knows all changes, epoch ms. */
export const watchOrdersQuery = z.object({
  order: optionalInput(z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))),
  since: z.coerce.number().check(z.int('number'), z.minimum(0, 'too-small')),
})
