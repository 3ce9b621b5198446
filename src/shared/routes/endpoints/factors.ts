import { endpoint } from '#shared/routes/endpoint.ts'
import { addTotpInput, confirmIdentityInput } from '#shared/account/factor-inputs.ts'
import {
  addPasskeyInput,
  confirmPasskeyInput,
  passkeyLoginInput,
  passkeyParams,
  passkeyRequestInput,
  renamePasskeyInput,
} from '#shared/account/passkey-inputs.ts'
import { passkeyCreation, passkeyRequest } from '#shared/account/passkey-views.ts'
import { recoveryCodes } from '#shared/account/factor-views.ts'
import { continueLoginInput } from '#shared/staff/inputs.ts'
import { sessionUser } from '#shared/staff/views.ts'
import * as z from 'zod/mini'

/** What users prove their identity with, and when. */
export const factorEndpoints = {
  continueLogin: endpoint({
    method: 'POST',
    path: '/api/auth/login/code',
    access: 'anyone',
    body: continueLoginInput,
    output: z.object({ user: sessionUser }),
    problems: ['login-expired', 'invalid-code', 'account-pending', 'account-suspended', 'too-many-attempts'],
    afterForm: 'return-to',
  }),
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/api/account/confirmation',
    access: 'logged-in',
    body: confirmIdentityInput,
    output: z.object({ confirmed: z.literal(true) }),
    problems: ['invalid-credentials', 'invalid-code', 'too-many-attempts'],
  }),
  requestPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey-request',
    access: 'anyone',
    body: passkeyRequestInput,
    output: passkeyRequest,
    problems: ['login-expired', 'passkeys-unavailable'],
  }),
  logInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'anyone',
    body: passkeyLoginInput,
    output: z.object({ user: sessionUser }),
    problems: ['login-expired', 'passkey-invalid', 'account-pending', 'account-suspended', 'too-many-attempts'],
    afterForm: 'return-to',
  }),
  confirmWithPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkey-confirmation',
    access: 'logged-in',
    body: confirmPasskeyInput,
    output: z.object({ confirmed: z.literal(true) }),
    problems: ['passkey-invalid', 'too-many-attempts'],
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkey-creation',
    access: 'logged-in',
    reentry: true,
    output: passkeyCreation,
    problems: ['passkeys-unavailable'],
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'logged-in',
    reentry: true,
    body: addPasskeyInput,
    output: z.object({ recoveryCodes: z.nullable(recoveryCodes) }),
    status: 201,
    problems: ['passkey-invalid'],
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/api/account/passkeys/:passkeyId',
    access: 'logged-in',
    params: passkeyParams,
    body: renamePasskeyInput,
    output: renamePasskeyInput,
    problems: ['not-found'],
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/:passkeyId',
    access: 'logged-in',
    reentry: true,
    params: passkeyParams,
    output: z.object({ removed: z.literal(true) }),
    problems: ['not-found', 'last-login-method'],
  }),
  addTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp',
    access: 'logged-in',
    reentry: true,
    body: addTotpInput,
    output: z.object({ recoveryCodes: z.nullable(recoveryCodes) }),
    status: 201,
    problems: ['invalid-code', 'illegal-transition'],
    afterForm: 'show-answer',
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/api/account/totp',
    access: 'logged-in',
    reentry: true,
    output: z.object({ removed: z.literal(true) }),
    problems: ['not-found'],
  }),
  createRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/recovery-codes',
    access: 'logged-in',
    reentry: true,
    output: z.object({ recoveryCodes }),
    status: 201,
    problems: ['illegal-transition'],
    afterForm: 'show-answer',
  }),
}
