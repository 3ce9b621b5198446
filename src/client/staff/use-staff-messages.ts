import { useMessages, usePageContext } from '#client/app/page-context.tsx'
import { usePermissionNames } from '#client/app/use-permission-names.ts'
import type { Messages } from '#shared/messages/en.ts'
import { staff as en } from '#shared/messages/en/staff.ts'
import { staff as zh } from '#shared/messages/zh/staff.ts'

const messages = { en, zh }

export type StaffMessages = Messages & { permissions: ReturnType<typeof usePermissionNames>; staff: typeof en }

/** The texts of every page, and those of the pages of staff, which other pages do not load. */
export const useStaffMessages = (): StaffMessages => ({
  ...useMessages(),
  permissions: usePermissionNames(),
  staff: messages[usePageContext().locale],
})
