import { jobParams, listJobItemsQuery, listJobsQuery, printJobPartInput } from '#shared/jobs/inputs.ts'
import { jobsPath } from '#shared/jobs/job.ts'
import { claimedOrder, jobDetails, jobItemList, jobList } from '#shared/jobs/views.ts'
import { actionPermissions } from '#shared/orders/actions.ts'
import { shipmentFileLimitBytes } from '#shared/constants.ts'
import { createOrderJobInput, createShipmentJobInput } from '#shared/orders/bulk-inputs.ts'
import { bulkPermissions } from '#shared/orders/bulk-actions.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import * as z from 'zod/mini'

/** What changes the status of a job. */
const jobChange = {
  method: 'POST',
  access: 'orders.bulk',
  params: jobParams,
  output: jobDetails,
  problems: ['not-found', 'illegal-transition'],
} as const

/** Actions on many orders, which run as jobs, and the queue of orders to ship. */
export const jobEndpoints = {
  claimNextOrder: endpoint({
    method: 'POST',
    path: '/api/orders/claims',
    access: actionPermissions.ship,
    output: claimedOrder,
    status: 201,
    problems: ['nothing-to-ship'],
    afterForm: 'open-order',
  }),
  createOrderJob: endpoint({
    method: 'POST',
    path: '/api/orders/jobs',
    access: 'orders.bulk',
    body: createOrderJobInput,
    output: jobDetails,
    status: 201,
    idempotent: true,
    timeLimit: 'long',
    bodySize: 'large',
    afterForm: 'open-job',
  }),
  createShipmentJob: endpoint({
    method: 'POST',
    path: '/api/shipments/jobs',
    access: bulkPermissions.ship,
    body: createShipmentJobInput,
    output: jobDetails,
    status: 201,
    timeLimit: 'long',
    uploadLimitBytes: shipmentFileLimitBytes,
    afterForm: 'open-job',
  }),
  listJobs: endpoint({
    method: 'GET',
    path: jobsPath,
    access: 'orders.bulk',
    query: listJobsQuery,
    output: jobList,
    problems: ['not-found'],
  }),
  getJob: endpoint({
    method: 'GET',
    path: '/api/jobs/:job',
    access: 'orders.bulk',
    params: jobParams,
    output: jobDetails,
    problems: ['not-found'],
  }),
  listJobItems: endpoint({
    method: 'GET',
    path: '/api/jobs/:job/items',
    access: 'orders.bulk',
    params: jobParams,
    query: listJobItemsQuery,
    output: jobItemList,
    problems: ['not-found'],
  }),
  startJob: endpoint({ ...jobChange, path: '/api/jobs/:job/start' }),
  pauseJob: endpoint({ ...jobChange, path: '/api/jobs/:job/pause' }),
  resumeJob: endpoint({ ...jobChange, path: '/api/jobs/:job/resume' }),
  cancelJob: endpoint({ ...jobChange, path: '/api/jobs/:job/cancellation' }),
  downloadJobFile: endpoint({
    method: 'POST',
    path: '/api/jobs/:job/downloads',
    access: 'orders.export',
    params: jobParams,
    answerType: 'application/octet-stream',
    output: z.string(),
    problems: ['not-found'],
    reentry: true,
    timeLimit: 'long',
  }),
  printJobPart: endpoint({
    method: 'POST',
    path: '/api/jobs/:job/prints',
    access: 'orders.print',
    params: jobParams,
    body: printJobPartInput,
    answerType: 'text/html',
    output: z.string(),
    problems: ['not-found'],
  }),
  undoJob: endpoint({
    ...jobChange,
    path: '/api/jobs/:job/undo',
    status: 201,
    idempotent: true,
    afterForm: 'open-job',
  }),
}
