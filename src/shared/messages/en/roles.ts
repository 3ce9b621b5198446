import type { LimitName } from '#shared/roles/limits.ts'

/** Texts of the tab "Roles". */
export const roles = {
  list: 'Roles',
  columns: { role: 'Role', people: 'People', permissions: 'Permissions', limits: 'Limits' },
  builtIn: 'Built in',
  people: (count: number) => (count === 1 ? '1 person' : `${count} people`),
  permissionCount: (count: number, all: number) => `${count} of ${all}`,
  noLimits: 'No limits',
  noLimit: 'Any amount',
  neverAlone: 'Someone else always approves',
  create: 'Create role',
  createTitle: 'Create a role',
  createText: (name: string) => `It starts with the permissions of ${name}. Add or remove permissions as needed.`,
  editTitle: (name: string) => `${name} role`,
  builtInText: 'The permissions of a built-in role cannot be changed. Duplicate it, then edit the copy.',
  lockedText: 'Your own role does not allow you to change this one.',
  name: 'Name',
  description: 'Description',
  permissions: 'Permissions',
  notYours: 'You do not have this permission, so you cannot grant it.',
  requiresSecondFactor: 'Require two-step authentication',
  requiresSecondFactorHint:
    'People with this role have 7 days to set it up. After that, they must set it up before they can use Kontor.',
  limitsTitle: 'Approval limits',
  limitsText: (currency: string) =>
    `Amounts in ${currency}. Above a limit, someone else has to approve or do it. Enter 0 to always require someone else. A price lowered in an order counts as a discount.`,
  adminLimits:
    'Admins can create accounts, so someone else always approves their refunds, and they can neither write off nor post entries.',
  limitFields: {
    refundMinor: 'Refunds per order',
    dailyRefundMinor: 'Refunds per day',
    discountMinor: 'Discounts per order',
    dailyDiscountMinor: 'Discounts per day',
    writeOffMinor: 'Per write-off',
    manualEntryMinor: 'Per manual entry',
    dailyManualEntryMinor: 'Manual entries per day',
  } satisfies Record<LimitName, string>,
  save: 'Save role',
  saved: (name: string) => `${name} saved`,
  created: (name: string) => `${name} created`,
  copy: 'Duplicate role',
  remove: 'Delete role',
  removed: (name: string) => `${name} deleted`,
  removeHint: (count: number) =>
    `${count === 1 ? '1 person has' : `${count} people have`} this role. Give them another one before you delete it.`,
  cancel: 'Cancel',
  close: 'Close',
  missing: 'Role not found',
  missingText: 'It may have been deleted.',
}
