import {
  changePasswordInput,
  endOwnSessionsQuery,
  ownSessionParams,
  profileInput,
  requestResetInput,
  resetPasswordInput,
} from '#shared/account/inputs.ts'
import { accountView } from '#shared/account/views.ts'
import { chooseColumnsInput, chosenColumns, columnListParams } from '#shared/list/column-inputs.ts'
import { endpoint } from '#shared/routes/endpoint.ts'
import { localeInput, loginInput, registerInput } from '#shared/staff/inputs.ts'
import { sessionUser, sessionView } from '#shared/staff/views.ts'
import * as z from 'zod/mini'

/** Sessions, registration and what users set for themselves. */
export const accountEndpoints = {
  getSession: endpoint({ method: 'GET', path: '/api/_auth/session', access: 'anyone', output: sessionView }),
  logout: endpoint({
    method: 'DELETE',
    path: '/api/_auth/session',
    access: 'anyone',
    output: z.object({ loggedOut: z.literal(true) }),
    worksInView: true,
    afterForm: 'login',
  }),
  endView: endpoint({
    method: 'DELETE',
    path: '/api/account/view',
    access: 'logged-in',
    output: z.object({ ended: z.literal(true) }),
    worksInView: true,
    afterForm: 'return-to',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    body: loginInput,
    output: z.object({ user: sessionUser }),
    problems: [
      'invalid-credentials',
      'second-factor-required',
      'invalid-code',
      'account-pending',
      'account-suspended',
      'too-many-attempts',
    ],
    afterForm: 'return-to',
    formPage: 'login',
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'anyone',
    body: registerInput,
    output: z.object({ status: z.enum(['active', 'pending']) }),
    status: 201,
    problems: ['registration-closed', 'setup-link-invalid', 'invitation-invalid', 'too-many-attempts'],
    afterForm: 'show-answer',
    formPage: 'register',
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/auth/reset-links',
    access: 'anyone',
    body: requestResetInput,
    output: z.object({ requested: z.literal(true) }),
    problems: ['mail-not-configured', 'too-many-attempts'],
    afterForm: 'show-answer',
  }),
  resetPassword: endpoint({
    method: 'PUT',
    path: '/api/auth/password',
    access: 'anyone',
    body: resetPasswordInput,
    output: z.object({ reset: z.literal(true) }),
    problems: ['reset-link-invalid'],
    afterForm: 'show-answer',
  }),
  getAccount: endpoint({
    method: 'GET',
    path: '/api/account',
    access: 'logged-in',
    output: accountView,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/account/profile',
    access: 'logged-in',
    body: profileInput,
    output: accountView,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/api/account/password',
    access: 'logged-in',
    body: changePasswordInput,
    output: z.object({ changed: z.literal(true) }),
    problems: ['too-many-attempts'],
    afterForm: 'show-answer',
  }),
  endOwnSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:session',
    access: 'logged-in',
    params: ownSessionParams,
    output: accountView,
    problems: ['not-found'],
  }),
  endOwnSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'logged-in',
    query: endOwnSessionsQuery,
    output: z.object({ ended: z.int() }),
  }),
  chooseColumns: endpoint({
    method: 'PUT',
    path: '/api/account/columns/:list',
    access: 'logged-in',
    params: columnListParams,
    body: chooseColumnsInput,
    output: chosenColumns,
    problems: ['not-found', 'permission-denied'],
  }),
  setLocale: endpoint({
    method: 'PUT',
    path: '/api/account/locale',
    access: 'anyone',
    body: localeInput,
    output: localeInput,
  }),
}
