import * as store from '#server/auth/view-store.ts'
import type { CurrentUser } from '#server/context.ts'
import type { Transaction } from '#server/db/database.ts'
import { canManageRole, roleHasPermission } from '#shared/permissions.ts'

/** Whether a user may continue to view as another user, given the current state of both. */
export const canViewAs = (user: CurrentUser, viewed: CurrentUser): boolean =>
  roleHasPermission(user, 'users.view_as') && canManageRole({ id: user.role, permissions: user.permissions }, viewed)

/** Lets a session view the program as another user until a time, epoch ms; null ends it. */
export const setView = (
  transaction: Transaction,
  sessionId: string,
  view: { userId: string; until: number } | null,
): Promise<void> => store.setView(transaction, sessionId, view)

/** Ends the views as a user, and those of the user. */
export const endViews = (transaction: Transaction, userId: string): Promise<void> => store.endViews(transaction, userId)
