import { endpoint } from '#shared/routes/endpoint.ts'
import { approveUserInput, listUsersQuery, userParams } from '#shared/staff/inputs.ts'
import { userList, userRow } from '#shared/staff/views.ts'
import { usersList } from '#shared/staff/users-list.ts'

/** The accounts of the staff. */
export const staffEndpoints = {
  listUsers: endpoint({
    method: 'GET',
    path: '/api/users',
    access: usersList.permission,
    query: listUsersQuery,
    output: userList,
  }),
  approveUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/approval',
    access: 'users.approve',
    params: userParams,
    body: approveUserInput,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  rejectUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/rejection',
    access: 'users.approve',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  reopenUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/rejection',
    access: 'users.approve',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  suspendUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/suspension',
    access: 'users.suspend',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'own-account', 'last-owner', 'illegal-transition'],
  }),
  restoreUser: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/suspension',
    access: 'users.suspend',
    params: userParams,
    output: userRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
}
