import {
  changeViewInput,
  removedView,
  savedView,
  saveViewInput,
  viewCounts,
  viewListParams,
  viewParams,
} from '#shared/list/view-inputs.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** Saved views of lists. Who may see a list may save views of it; so far, those of orders. */
export const viewEndpoints = {
  saveView: endpoint({
    method: 'POST',
    path: '/api/lists/:list/views',
    access: 'orders.view',
    params: viewListParams,
    body: saveViewInput,
    output: savedView,
    problems: ['not-found'],
  }),
  countViews: endpoint({
    method: 'GET',
    path: '/api/lists/:list/view-counts',
    access: 'orders.view',
    params: viewListParams,
    output: viewCounts,
  }),
  changeView: endpoint({
    method: 'PUT',
    path: '/api/list-views/:view',
    access: 'orders.view',
    params: viewParams,
    body: changeViewInput,
    output: savedView,
    problems: ['not-found'],
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/api/list-views/:view',
    access: 'orders.view',
    params: viewParams,
    output: removedView,
    problems: ['not-found'],
  }),
}
