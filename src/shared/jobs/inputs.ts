import { itemResults } from '#shared/jobs/job.ts'
import { flag, optionalInput, wholeNumber } from '#shared/inputs.ts'
import * as z from 'zod/mini'

/** Path parameters of endpoints about one job. */
export const jobParams = z.object({ job: z.string().check(z.maxLength(40, 'too-long')) })

/** Which of the documents that a job has printed, from 1: each has up to `maxPrintedOrders` orders. */
export const printJobPartInput = z.object({ part: wholeNumber(1) })

/** `everyone`: the jobs of all users, for those who may see them. */
export const listJobsQuery = z.object({
  everyone: flag,
  before: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
})

/** The items after a position, of one result or of all. */
export const listJobItemsQuery = z.object({
  result: optionalInput(z.enum(itemResults)),
  after: optionalInput(wholeNumber(0)),
})
