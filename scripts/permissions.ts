import { entriesList } from '#shared/finance/entries-list.ts'
import { getMessages } from '#server/messages.ts'
import { permissions as names } from '#shared/messages/en/permissions.ts'
import { ordersList } from '#shared/orders/list.ts'
import { builtInRoles, findRole, permissions, roleHasPermission } from '#shared/permissions.ts'
import { endpointNames, endpoints } from '#shared/routes/endpoints.ts'
import { staffTabNames, staffTabs } from '#shared/staff/staff-tabs.ts'
import { join } from 'node:path'

/** The text of `docs/permissions.md`: the permissions of each role, and where each permission is needed. Run this script to update the page. */
export function describePermissions(): string {
  const { common } = getMessages('en')
  return `# Permissions

\`bun scripts/permissions.ts\` generates this page from the tables in \`src/shared\`, and a test checks that it is up to date. These are the built-in roles. A company can add custom roles with any of these permissions; \`decisions/031\` says who manages them.

## Permissions of the built-in roles

${toTable(
  ['permission', 'allows', ...builtInRoles.map((role) => common.roles[role])],
  permissions.map((permission) => [
    `\`${permission}\``,
    names[permission],
    ...builtInRoles.map((role) => (roleHasPermission(findRole(role, []), permission) ? 'yes' : '')),
  ]),
)}

Admins have all finance permissions, but their limits for refunds and write-offs are 0, so someone else must approve.

## Endpoints and lists by permission

${toTable(
  ['permission', 'endpoints', 'lists and tabs'],
  ['anyone', 'signature', 'logged-in', ...permissions].map((access) => [
    `\`${access}\``,
    endpointNames
      .filter((name) => endpoints[name].access === access)
      .map((name) => `\`${endpoints[name].method} ${endpoints[name].path}\``)
      .join(', '),
    listParts()
      .filter(([, permission]) => permission === access)
      .map(([part]) => `\`${part}\``)
      .join(', '),
  ]),
)}
`
}

/** The lists and tabs that need a permission, by URL. */
const listParts = (): (readonly [part: string, permission: string])[] => [
  ...[ordersList, entriesList].map(({ path, permission }) => [path, permission] as const),
  ...staffTabNames.map((tab) => [`/users?tab=${tab}`, staffTabs[tab]] as const),
]

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

export const permissionsPage = join(import.meta.dir, '../docs/permissions.md')

if (import.meta.main) await Bun.write(permissionsPage, describePermissions())
