import { endpoint } from '#shared/routes/endpoint.ts'
import { invitationsList } from '#shared/staff/invitations.ts'
import {
  approveUserInput,
  inviteUserInput,
  listInvitationsQuery,
  listUsersQuery,
  userParams,
} from '#shared/staff/inputs.ts'
import { invitationLink, invitationList, invitationRow, userList, userRow } from '#shared/staff/views.ts'
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
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/invitations',
    access: invitationsList.permission,
    query: listInvitationsQuery,
    output: invitationList,
  }),
  inviteUser: endpoint({
    method: 'POST',
    path: '/api/invitations',
    access: 'users.invite',
    body: inviteUserInput,
    output: invitationLink,
    status: 201,
    problems: ['above-your-rank'],
    afterForm: 'show-answer',
  }),
  resendInvitation: endpoint({
    method: 'POST',
    path: '/api/invitations/:id/links',
    access: 'users.invite',
    params: userParams,
    output: invitationLink,
    status: 201,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
    afterForm: 'show-answer',
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/api/invitations/:id',
    access: 'users.invite',
    params: userParams,
    output: invitationRow,
    problems: ['not-found', 'above-your-rank', 'illegal-transition'],
  }),
  approveUser: endpoint({
    method: 'POST',
    path: '/api/users/:id/approval',
    access: 'users.approve',
    reentry: true,
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
