import { useRoleName } from '#client/app/page-context.tsx'
import { useOrderMessages } from '#client/orders/use-order-messages.ts'
import { useStaffMessages } from '#client/staff/use-staff-messages.ts'
import { useTimeFormat } from '#client/ui/time.tsx'
import type { EventView, FieldChange } from '#shared/events/views.ts'
import { formatMoney } from '#shared/money.ts'

type Value = FieldChange['from']

/** The parts of an event's fields that are an order's documents, such as `RF261118-00001`. */
const documentNumber = /^[A-Z]{2}\d{6}-\d+$/

/** Returns the label of a field of the event, its own name if it has none, and its value as users read it. */
export function useEventField({
  action,
  parameters,
  changes,
}: EventView): (field: string, value: Value) => { label: string; text: string } {
  const { permissions, staff } = useStaffMessages()
  const { orders } = useOrderMessages()
  const nameOfRole = useRoleName()
  const formatTime = useTimeFormat()
  const { fields } = staff.auditLog
  const { addressFields } = orders.edit
  const currency = parameters['currency'] ?? changes.find(({ field }) => field.endsWith('.currency'))?.to
  const isRole = (field: string): boolean =>
    field === 'role' ? action !== 'ledger_account.added' : field === 'from' && action === 'user.role_changed'

  const label = (field: string): string => {
    const path = field.split('.')
    const [group, key = ''] = path
    if (group === 'shippingAddress' || group === 'billingAddress')
      return key in addressFields
        ? orders.edit.inGroup(orders.edit[group], addressFields[key as keyof typeof addressFields])
        : field
    const name = fields[path.at(-1) ?? ''] ?? { ...orders.edit.fields, ...orders.edit.lineFields }[path.at(-1) ?? '']
    const document = path.find((part) => documentNumber.test(part))
    return name === undefined ? field : document === undefined ? name : `${document} · ${name}`
  }
  const text = (field: string, value: Value): string => {
    if (value === null) return '–'
    if (field.endsWith('Minor') && currency) return formatMoney(Number(value), String(currency))
    if (/(?:At|_at)$/.test(field) && typeof value === 'number') return formatTime(value, 'full')
    if (isRole(field)) return nameOfRole(String(value))
    if (field === 'permission') return (permissions as Readonly<Record<string, string>>)[value] ?? String(value)
    return String(value)
  }
  return (field, value) => ({ label: label(field), text: text(field, value) })
}
