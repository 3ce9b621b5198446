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
    afterForm: 'login',
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
  setLocale: endpoint({
    method: 'PUT',
    path: '/api/account/locale',
    access: 'anyone',
    body: localeInput,
    output: localeInput,
  }),
}
