import {
  changeViewInput,
  chooseDefaultViewInput,
  defaultView,
  removedView,
  savedView,
  saveViewInput,
  viewCounts,
  viewListParams,
  viewParams,
} from '#shared/list/view-inputs.ts'
import { endpoint } from '#shared/routes/endpoint.ts'

/** Saved views of lists. Who may see a list may save views of it: the actions check its permission. */
export const viewEndpoints = {
  saveView: endpoint({
    method: 'POST',
    path: '/api/lists/:list/views',
    access: 'logged-in',
    params: viewListParams,
    body: saveViewInput,
    output: savedView,
    problems: ['not-found', 'permission-denied'],
  }),
  countViews: endpoint({
    method: 'GET',
    path: '/api/lists/:list/view-counts',
    access: 'logged-in',
    params: viewListParams,
    output: viewCounts,
    problems: ['permission-denied'],
  }),
  chooseDefaultView: endpoint({
    method: 'PUT',
    path: '/api/lists/:list/default-view',
    access: 'logged-in',
    params: viewListParams,
    body: chooseDefaultViewInput,
    output: defaultView,
    problems: ['not-found', 'permission-denied'],
  }),
  changeView: endpoint({
    method: 'PUT',
    path: '/api/list-views/:view',
    access: 'logged-in',
    params: viewParams,
    body: changeViewInput,
    output: savedView,
    problems: ['not-found', 'permission-denied'],
  }),
  removeView: endpoint({
    method: 'DELETE',
    path: '/api/list-views/:view',
    access: 'logged-in',
    params: viewParams,
    output: removedView,
    problems: ['not-found', 'permission-denied'],
  }),
}
