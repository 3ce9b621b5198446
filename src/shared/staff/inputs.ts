import { password } from '#shared/constants.ts'
import { optionalInput, optionalLine, requiredList, singleLine } from '#shared/inputs.ts'
import { locales } from '#shared/locales.ts'
import { auditLog } from '#shared/events/audit-log.ts'
import { openMenu, openView } from '#shared/list/view-inputs.ts'
import { expandText, listQuery, listShape } from '#shared/list/list-query.ts'
import { staffLists } from '#shared/staff/staff-lists.ts'
import { staffTabNames } from '#shared/staff/staff-tabs.ts'
import { bulkActions } from '#shared/staff/user-actions.ts'
import { invitationsList } from '#shared/staff/invitations.ts'
import { sessionsList } from '#shared/staff/sessions-list.ts'
import { deliveryStates, webhooksList } from '#shared/webhooks/webhooks-list.ts'
import { tokensList } from '#shared/tokens/tokens-list.ts'
import { usersList } from '#shared/staff/users-list.ts'
import * as z from 'zod/mini'

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(254, 'too-long'),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/u, 'email'),
  )

/** A code of an authenticator app, or a recovery code. */
const code = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(40, 'too-long'))
export const codeInput = z.object({ code })
/** `login`: the token that came with `second-factor-required`. */
export const continueLoginInput = z.object({ login: z.string().check(z.maxLength(1000, 'too-long')), code })

export const loginInput = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254, 'too-long')),
  password: z.string().check(z.minLength(1, 'required'), z.maxLength(1000, 'too-long')),
  code: optionalInput(code),
})

/** The password's length counts characters, not bytes. The server checks the other password rules. */
export const registerInput = z.object({
  name: singleLine(80),
  email,
  password: z.string().check(
    z.refine((text) => [...text].length >= password.minimum, 'password-short'),
    z.refine((text) => [...text].length <= password.maximum, 'password-long'),
  ),
  setup: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
  invitation: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
})
export type RegisterInput = z.infer<typeof registerInput>

export const registerQuery = z.object({
  setup: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
  invitation: optionalInput(z.string().check(z.maxLength(200, 'too-long'))),
})

/** `GET /api/users`. */
export const listUsersQuery = listQuery(listShape(usersList), usersList)
export type ListUsersQuery = Partial<z.infer<typeof listUsersQuery>>

/** `/users`: the parameters of every tab's list, and which account is open in the panel. */
export const usersQuery = z
  .object({
    tab: optionalInput(z.enum(staffTabNames)),
    /** Opens the panel of the own account; `password`, `passkey` and `totp-` with the id of a set-up also a form in it. */
    me: z.optional(z.string().check(z.maxLength(60, 'too-long'))),
    ...listShape(usersList),
    ...listShape(invitationsList),
    ...listShape(auditLog),
    ...listShape(tokensList),
    ...listShape(webhooksList),
    view: openView,
    menu: openMenu,
    /** The event that is open in the panel. */
    event: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** The invitation that is open in a dialog. */
    invited: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** The role that is open in a dialog, and the role from which the dialog makes a new one. */
    openRole: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    newRole: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** The API token that is open in the panel; `newToken=1` opens the dialog that makes one. */
    openToken: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    newToken: optionalInput(z.string().check(z.maxLength(1, 'too-long'))),
    /** The webhook that is open in the panel; `webhookAction` opens a dialog for it, or the one that adds a webhook. */
    openWebhook: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    webhookAction: optionalInput(z.enum(['add', 'edit', 'secret', 'remove'])),
    /** Which of its deliveries are listed, after which one they begin, and which one is open. */
    deliveryState: optionalInput(z.enum(deliveryStates)),
    before: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    delivery: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
    /** `1` opens the dialog that invites someone. */
    invite: optionalInput(z.string().check(z.maxLength(1, 'too-long'))),
    /** `1` opens the dialog that imports accounts. */
    import: optionalInput(z.string().check(z.maxLength(1, 'too-long'))),
    /** The action on the open account that asks for something in a dialog. */
    action: optionalInput(z.enum(['changeRole', 'viewAs'])),
    user: optionalInput(z.string().check(z.maxLength(40, 'too-long'))),
  })
  .check(expandText(({ tab }) => staffLists[tab ?? staffTabNames[0]]))
export type UsersQuery = z.infer<typeof usersQuery>

/** `GET /api/sessions`. */
export const listSessionsQuery = listQuery(listShape(sessionsList), sessionsList)
export type ListSessionsQuery = z.infer<typeof listSessionsQuery>
export const endSessionsInput = z.object({ sessions: requiredList(z.string().check(z.maxLength(40, 'too-long'))) })

/** `GET /api/invitations`. */
export const listInvitationsQuery = listQuery(listShape(invitationsList), invitationsList)
export type ListInvitationsQuery = z.infer<typeof listInvitationsQuery>

/** Path parameters of endpoints about one account. */
export const userParams = z.object({ id: z.string().check(z.maxLength(40, 'too-long')) })
/** The id of a role: a built-in one, or one that the company made. The server checks that it exists. */
const roleId = z.string().check(z.minLength(1, 'required'), z.maxLength(40, 'too-long'))
export const approveUserInput = z.object({ role: roleId })
/** Why an administrator views as someone else: the audit log shows it. */
export const viewAsInput = z.object({ reason: singleLine(200) })
export const changeUserRoleInput = z.object({ role: roleId })
/** An action on several accounts, one by one. `role` is the role that they get. */
export const changeUsersInput = z.object({
  action: z.enum(bulkActions),
  users: requiredList(z.string().check(z.maxLength(40, 'too-long'))),
  role: optionalInput(roleId),
})
/** Whom to invite; the name is what the registration proposes. */
export const inviteUserInput = z.object({ email, role: roleId, name: optionalLine(80) })
export const localeInput = z.object({ locale: z.enum(locales) })
