import { optionalLine } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** An address of a new order; every part may be missing. */
export const addressInput = z.object({
  name: optionalLine(200),
  company: optionalLine(200),
  phone: optionalLine(200),
  line1: optionalLine(200),
  line2: optionalLine(200),
  city: optionalLine(200),
  province: optionalLine(200),
  postcode: optionalLine(200),
  country: optionalLine(200),
})
