import type { EventView } from '#shared/events/views.ts'
import { usePermission } from '#client/app/page-context.tsx'
import { EventSentence } from '#client/events/event-sentence.tsx'
import { UserPermissions } from '#client/staff/user-permissions.tsx'
import { MissingPermission } from '#client/ui/empty.tsx'
import type { Role } from '#shared/permissions.ts'
import { renderOnServer } from '#tests/client/render-on-server.tsx'
import { expect, test } from 'bun:test'

const nightShift: Role = { id: '0199', name: 'Night shift <b>', permissions: ['orders.view', 'finance.view'] }
const asNightShift = { role: nightShift.id, ownRoles: [nightShift] }

test('a role of the company allows what it says, and is named as it was typed', () => {
  const Allowed = () => (
    <p>
      {String(usePermission('finance.view'))} {String(usePermission('users.view'))}
    </p>
  )
  expect(renderOnServer(<Allowed />, asNightShift).textContent).toBe('true false')
  expect(renderOnServer(<Allowed />, { role: 'gone', ownRoles: [nightShift] }).textContent).toBe('false false')
  const missing = renderOnServer(<MissingPermission permission="finance.view" title="Not for you" />, asNightShift)
  expect(missing.textContent).toContain('Roles that have it: Owner, Admin, Finance and Night shift <b>.')
})

test('the permissions of an account say which roles have the others, and who can change its role', () => {
  const text = renderOnServer(<UserPermissions roleId={nightShift.id} />, { ownRoles: [nightShift] }).textContent
  expect(text).toContain('Allowed: View 财务明细')
  expect(text).toContain('Not allowed: View backupsOwner')
  expect(text).toContain('Owner and Admin can give this person another role.')
})

test('events name a role as it was called then, and a built-in one in the language of the reader', () => {
  const event: Omit<EventView, 'action' | 'parameters'> = {
    id: '1',
    at: 1,
    actor: 'Anna',
    objectType: 'role',
    objectId: 'finance',
    objectLabel: 'finance',
    changes: [],
  }
  const tell = (change: object, locale: 'en' | 'zh' = 'en') =>
    renderOnServer(<EventSentence event={{ ...event, action: 'role.changed', parameters: {}, ...change }} />, {
      locale,
    }).textContent
  expect(tell({ parameters: { added: 'orders.view orders.edit', removed: 'orders.tag' } })).toBe(
    'Anna changed the role Finance: 2 permissions added, 1 permission removed',
  )
  expect(tell({}, 'zh')).toBe('Anna 修改了角色 财务')
  expect(tell({ action: 'role.removed', objectId: 'x', objectLabel: 'Night shift' })).toBe(
    'Anna deleted the role Night shift',
  )
  const approved = { action: 'user.approved', objectType: 'user', objectLabel: 'Hanna' }
  expect(tell({ ...approved, parameters: { role: 'x', roleName: 'Night shift' } })).toBe(
    'Anna approved Hanna as Night shift',
  )
})
